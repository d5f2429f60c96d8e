import { Button, Countdown, Icon } from '@palpite/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { useCall } from '../../../shared/api/use-call.ts'
import { centsOf } from '../../../shared/format/format.ts'
import { Money } from '../../../shared/format/Money.tsx'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { go } from '../../../shared/navigation.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { refreshUser, useUser } from '../../../shared/use-user.ts'
import css from './PaySuccessPage.module.css'
import { useOrderStatus } from './use-order.ts'
import { CopyText } from '../../../shared/CopyText.tsx'

/** The page a provider returns to: shows the payment's state, polls until it is final, then goes home. */
export function PaySuccessPage() {
  const t = useText()
  const [search] = useSearchParams()
  const isLoggedIn = useIsLoggedIn()
  const orderId = search.get('orderId') ?? ''
  useHintToOpener()
  return (
    <>
      <TopBar title={t('wallet.success.title')} />
      <main className="grid min-h-420 content-center justify-items-center gap-14 px-24 py-32 text-center">
        {!isLoggedIn ? (
          <StatusCard icon="lock-key" title={t('app.guard.login')}>
            <Button block onClick={() => openOverlay('login', { tab: 'login' })}>
              {t('app.enter.login')}
            </Button>
          </StatusCard>
        ) : orderId === '' ? (
          <StatusCard
            icon="receipt-duotone"
            title={t('wallet.success.none')}
            text={t('wallet.success.noneText')}
          >
            <RecordsButton />
          </StatusCard>
        ) : (
          <TopUpStatus orderId={orderId} />
        )}
      </main>
    </>
  )
}

function TopUpStatus({ orderId }: { orderId: string }) {
  const t = useText()
  const { data, isError, refetch } = useOrderStatus(orderId)
  if (isError && !data) {
    return <NotLoaded refetch={refetch} />
  }
  if (data?.status === '10') return <Paid orderId={orderId} />
  if (data?.status === '01' || data?.status === '-01') {
    const isReturned = data.reason === 'other_payer'
    return (
      <StatusCard
        icon={isReturned ? 'arrow-u-up-left' : 'x-circle-fill'}
        title={t(isReturned ? 'wallet.success.returned' : 'wallet.payment.ended')}
        text={t(isReturned ? 'wallet.payment.otherPayer' : 'wallet.success.failedText')}
      >
        <Button block onClick={() => openOverlay('deposit', { tab: 'deposit' })}>
          {t('wallet.success.again')}
        </Button>
        <RecordsButton />
      </StatusCard>
    )
  }
  return (
    <StatusCard
      icon="spinner-gap-bold"
      turns
      title={t('wallet.success.confirming')}
      text={t('wallet.success.wait')}
    >
      <RecordsButton />
    </StatusCard>
  )
}

/** Long enough to read before going home automatically. */
const homeAfterMs = 5000

function Paid({ orderId }: { orderId: string }) {
  const t = useText()
  const user = useUser()
  const [leavesAt, setLeavesAt] = useState<number | undefined>(() => Date.now() + homeAfterMs)
  const records = useCall('GET /api/app/order/records', { query: {}, loading: false }, { staleTime: 0 })
  const record = records.data?.records.find((each) => each.orderId === orderId)
  useEffect(() => {
    // A tab that just returned from a provider may have no socket yet.
    void refreshUser().catch(() => undefined)
  }, [])
  return (
    <>
      <svg viewBox="0 0 96 96" aria-hidden="true" className={`${css.tick} size-120 text-win`}>
        <circle cx="48" cy="48" r="42" fill="none" stroke="currentColor" strokeWidth="6" pathLength="1" />
        <path d="M30 49l12 13 25-27" fill="none" stroke="currentColor" strokeWidth="8" pathLength="1" />
      </svg>
      <p role="status" className="text-20 font-800 tracking-tighter text-balance">
        {t('wallet.paid.text')}
      </p>
      {record && <Money cents={record.amountCents} className="text-32 font-800 tracking-tighter text-win" />}
      {user && (
        <p className="flex items-baseline gap-8 text-14 text-text-2">
          {t('app.wallet.balance')}
          <Money cents={centsOf(user.balance)} className="font-700 text-text" />
        </p>
      )}
      <p className="flex items-center gap-4 text-12 text-text-2">
        {t('wallet.payment.order', { id: orderId.slice(0, 8) })}
        <CopyText bare text={orderId} label={t('wallet.records.copy')} />
      </p>
      <div className="grid w-full gap-8">
        <Button block onClick={() => go(hrefOf('home'))}>
          {t('wallet.success.bet')}
        </Button>
        <RecordsButton />
        {leavesAt !== undefined && (
          <p className="flex flex-wrap items-center justify-center gap-8 text-13 text-text-2">
            {t('wallet.success.leaving')}
            <Countdown endsAt={leavesAt} onEnd={() => go(hrefOf('home'))} className="font-600 text-text" />
            <Button kind="ghost" size="s" onClick={() => setLeavesAt(undefined)}>
              {t('wallet.success.stay')}
            </Button>
          </p>
        )}
      </div>
    </>
  )
}

type StatusCardProps = {
  icon: Parameters<typeof Icon>[0]['name']
  turns?: boolean
  title: string
  text?: string
  children: ReactNode
}

function StatusCard({ icon, turns, title, text, children }: StatusCardProps) {
  return (
    <>
      <Icon name={icon} className={turns ? 'spin size-56 text-text-2' : 'size-56 text-text-2'} />
      <p role="status" className="text-20 font-800 tracking-tighter text-balance">
        {title}
      </p>
      {text !== undefined && <p className="text-14 text-text-2">{text}</p>}
      <div className="mt-8 grid w-full gap-8">{children}</div>
    </>
  )
}

function RecordsButton() {
  const t = useText()
  return (
    <Button block kind="secondary" onClick={() => go(hrefOf('registros', { tab: 'wallet' }))}>
      {t('wallet.success.records')}
    </Button>
  )
}

/** Inside the payment frame this page only notifies the surrounding app. */
const useHintToOpener = (): void => {
  useEffect(() => {
    if (window.parent !== window) window.parent.postMessage('payment', location.origin)
  }, [])
}
