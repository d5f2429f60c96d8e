import { Button, Empty, entryCents, ErrorCard, Icon, type MoneyEntry, Skeleton } from '@palpite/ui'
import { useState } from 'react'
import { alert } from '../../../shared/alerts.ts'
import { useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { CountedShares } from '../../../shared/CountedShares.tsx'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { useLanguage, useText } from '../../../shared/text/text.ts'
import { useUserState } from '../../../shared/use-user.ts'
import { StickyAction } from '../StickyAction.tsx'
import { beginPayment } from './begin-payment.ts'
import { GiftChoice } from './GiftChoice.tsx'
import { DiscountNote } from './DiscountNote.tsx'
import {
  bonusCents,
  discounted,
  mainOffers,
  type Offer,
  ownOffer,
  preselected,
  receivedCents,
  toWager,
} from './packages.ts'
import { MissingNote } from './MissingNote.tsx'
import { OwnAmount } from './OwnAmount.tsx'
import { PackageGrid } from './PackageGrid.tsx'
import { useDiscount } from './use-discount.ts'
import { useWageringText } from './use-wagering-text.ts'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'

type Props = {
  /** The missing amount, if a bet or round opened this. */
  missingCents?: number | undefined
}

/** Selects a package, with or without its gift, and pays by PIX. */
export function DepositForm({ missingCents }: Props) {
  const t = useText()
  const { user, hasFailed, requestAgain } = useUserState()
  const { data, isError, refetch } = useCall('GET /api/app/order/getPrices', { loading: false })
  if (isError || hasFailed) {
    return (
      <ErrorCard
        title={t('app.section.failed')}
        retryLabel={t('app.section.retry')}
        onRetry={() => {
          if (hasFailed) requestAgain()
          if (isError) void refetch()
        }}
      />
    )
  }
  if (!data || !user) {
    return (
      <div className="grid grid-cols-3 gap-8">
        {Array.from({ length: 9 }, (_, index) => (
          <Skeleton key={index} className="h-68" />
        ))}
        <Skeleton className="col-span-3 h-128" />
      </div>
    )
  }
  const offers = mainOffers(data, user.paySumAmount === 0)
  if (offers.length === 0) {
    return (
      <Empty icon="wallet-duotone" title={t('wallet.packages.none')} text={t('wallet.packages.noneText')} />
    )
  }
  return <Choice offers={offers} isKnown={user.kyc === 1} missingCents={missingCents} />
}

type ChoiceProps = Props & { offers: readonly Offer[]; isKnown: boolean }

function Choice({ offers: listed, isKnown, missingCents }: ChoiceProps) {
  const t = useText()
  const format = useFormat()
  const language = useLanguage()
  const [chosenId, setChosenId] = useState(() => preselected(listed, missingCents)?.pkgId)
  const [wantsGift, setWantsGift] = useState(true)
  const paying = useCommand({ mutationFn: beginPayment })
  const wagering = useWageringText()
  const { discount, share, end } = useDiscount()
  const { data: bounds, isPending: areBoundsDue } = useCall('GET /api/app/order/ownAmount', {
    loading: false,
  })
  const [entry, setEntry] = useState<MoneyEntry>('')
  const [isTried, setIsTried] = useState(false)
  const offers = discounted(listed, share)
  const own = bounds && entry !== '' ? ownOffer(listed, bounds, entryCents(entry)) : undefined
  const chosen =
    entry === '' ? offers.find(({ pkgId }) => pkgId === chosenId) : own && discounted([own], share)[0]

  const choose = ({ pkgId }: Offer) => {
    setChosenId(pkgId)
    setEntry('')
  }
  const type = (next: MoneyEntry) => {
    setEntry(next)
    setIsTried(false)
  }
  const pay = () => {
    setIsTried(true)
    if (!chosen) return void alert({ text: t('wallet.deposit.choose'), kind: 'warn' })
    if (!isKnown)
      return openOverlay('kyc', { tab: 'deposit', ...(missingCents !== undefined && { missingCents }) })
    paying.mutate({ offer: chosen, wantsGift, language, notifiesApp: true })
  }
  const line = (label: string, value: string) => (
    <div className="flex flex-wrap justify-between gap-x-12">
      <dt className="text-text-2">{label}</dt>
      <dd className="text-end font-600">{value}</dd>
    </div>
  )
  return (
    <>
      {missingCents !== undefined && (
        <MissingNote offers={offers} bounds={bounds} missingCents={missingCents} />
      )}
      {discount && <DiscountNote discount={discount} onEnd={end} />}
      <PackageGrid columns={3} offers={offers} chosen={chosen} onChoose={choose} />
      {!discount && offers.some(({ priceCents, paidCents }) => paidCents < priceCents) && (
        <p className="text-12 text-text-2">{t('wallet.discount.asBonus')}</p>
      )}
      {/* As high as the field and its line: what stands below does not move when they come. */}
      {areBoundsDue && <Skeleton className="h-78" />}
      {bounds && (
        <OwnAmount
          entry={entry}
          onEntry={type}
          bounds={bounds}
          isWithoutGift={own?.pkgId === null && offers.some(({ giftCents }) => giftCents > 0)}
          isTried={isTried}
        />
      )}
      {chosen && chosen.giftCents > 0 && (
        <GiftChoice offer={chosen} wantsGift={wantsGift} onChoose={setWantsGift} />
      )}
      {chosen && chosen.giftCents === 0 && (chosen.mainTimes > 0 || bonusCents(chosen, false) > 0) && (
        <div className="grid gap-6 rounded-14 bg-surface-2 px-14 py-10">
          <p className="text-12 text-text-2">{wagering(chosen, false)}</p>
          <CountedShares />
        </div>
      )}
      <p className="flex items-center gap-10 text-13 text-text-2">
        <Icon name="pix-logo-fill" className="size-22 text-win" />
        {t('wallet.deposit.pix')}
      </p>
      <HelpArticle slug="deposit" />
      {chosen && (
        <dl aria-live="polite" className="grid gap-6 rounded-14 bg-surface-2 p-14 text-14">
          {line(t('wallet.deposit.pays'), format.money(chosen.paidCents))}
          {line(t('wallet.deposit.receives'), format.money(receivedCents(chosen, wantsGift)))}
          {bonusCents(chosen, wantsGift) > 0 &&
            line(t('wallet.deposit.ofBonus'), format.money(bonusCents(chosen, wantsGift)))}
          {chosen.mainTimes > 0 &&
            line(t('wallet.deposit.wagers'), format.money(toWager(chosen, wantsGift).mainCents))}
          {line(t('wallet.deposit.arrives'), t('wallet.deposit.minutes'))}
        </dl>
      )}
      <StickyAction>
        <Button block busy={paying.isPending} onClick={pay}>
          {chosen
            ? t('wallet.deposit.submit', { amount: format.money(chosen.paidCents) })
            : t('wallet.deposit.tab')}
        </Button>
      </StickyAction>
    </>
  )
}
