import { Button, Checkbox, ErrorCard, HeroArt, Sheet, Skeleton } from '@palpite/ui'
import { useEffect, useState } from 'react'
import { alert } from '../../../shared/alerts.ts'
import { useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { centsOf } from '../../../shared/format/format.ts'
import { CountedShares } from '../../../shared/CountedShares.tsx'
import { useFormat } from '../../../shared/format/use-format.ts'
import { closeOverlay, openOverlay, type OverlayInputs } from '../../../shared/overlays.ts'
import { text, useLanguage, useText } from '../../../shared/text/text.ts'
import { usePolicy } from '../../../shared/use-policy.ts'
import { useUser } from '../../../shared/use-user.ts'
import { ClosedPart } from '../ClosedPart.tsx'
import { beginPayment } from './begin-payment.ts'
import { DiscountNote } from './DiscountNote.tsx'
import { discounted, gameOffers, type Offer } from './packages.ts'
import { PackageGrid } from './PackageGrid.tsx'
import { useDiscount } from './use-discount.ts'
import { useWageringText } from './use-wagering-text.ts'

type Props = OverlayInputs['gameDeposit']

/**
 * The top-up that opens automatically: at a low or insufficient balance, and as `secondDeposit` after registering. If
 * the policy forbids unsolicited deposits it only says why.
 */
export function GameDepositSheet({ variant }: Props) {
  const policy = usePolicy()
  const mayOpen = policy.data?.opensDepositByItself
  useEffect(() => {
    if (mayOpen !== false && !policy.isError) return
    closeOverlay()
    if (variant !== 'secondDeposit') void alert({ text: text('wallet.game.short'), kind: 'warn' })
  }, [mayOpen, policy.isError, variant])
  return mayOpen ? <Prompt isWelcome={variant === 'secondDeposit'} /> : null
}

function Prompt({ isWelcome }: { isWelcome: boolean }) {
  const t = useText()
  const format = useFormat()
  const user = useUser()
  return (
    <Sheet
      title={t(isWelcome ? 'wallet.game.welcome' : 'wallet.game.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      <div className="grid gap-14 px-12 pb-8">
        <ClosedPart of="deposit" />
        {isWelcome && (
          <div className="h-132 overflow-hidden rounded-18 wide:hidden">
            <HeroArt hero="pix" />
          </div>
        )}
        <p className="px-4 text-14 text-text-2">
          {isWelcome
            ? t('wallet.game.welcomeText')
            : t('wallet.game.balance', { balance: format.money(centsOf(user?.balance ?? 0)) })}
        </p>
        <Choice isKnown={user?.kyc === 1} />
        <Button kind="ghost" size="m" block onClick={closeOverlay}>
          {t('wallet.game.later')}
        </Button>
        <CountedShares only="conditions" />
      </div>
    </Sheet>
  )
}

function Choice({ isKnown }: { isKnown: boolean }) {
  const t = useText()
  const format = useFormat()
  const language = useLanguage()
  const { data, isError, refetch } = useCall('GET /api/app/order/getPrices', {
    query: { curreny: 'INSBRL' },
    loading: false,
  })
  const [chosenId, setChosenId] = useState<Offer['pkgId']>()
  const [declines, setDeclines] = useState(false)
  const paying = useCommand({ mutationFn: beginPayment })
  const wagering = useWageringText()
  const { discount, share, end } = useDiscount()
  if (isError) {
    return (
      <ErrorCard
        title={t('app.section.failed')}
        retryLabel={t('app.section.retry')}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) {
    return (
      <>
        <div className="grid grid-cols-2 gap-8 roomy:grid-cols-1">
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} className="h-68" />
          ))}
        </div>
        {/* Reserves the height of wagering, checkbox and button: the sheet does not grow under a finger. */}
        <Skeleton className="h-38" />
        <Skeleton className="h-32" />
        <Skeleton className="h-44" />
        <Skeleton className="h-52" />
      </>
    )
  }
  const offers = discounted(gameOffers(data), share)
  const chosen = offers.find(({ pkgId }) => pkgId === chosenId) ?? offers[0]
  const pay = () => {
    if (!chosen) return void alert({ text: t('wallet.deposit.choose'), kind: 'warn' })
    if (!isKnown) return openOverlay('kyc', { tab: 'deposit' })
    paying.mutate({ offer: chosen, wantsGift: !declines, language, notifiesApp: false })
  }
  return (
    <>
      {discount && <DiscountNote discount={discount} onEnd={end} />}
      <PackageGrid columns={2} offers={offers} chosen={chosen} onChoose={({ pkgId }) => setChosenId(pkgId)} />
      {chosen && (
        <p aria-live="polite" className="px-4 text-13 text-text-2">
          {wagering(chosen, !declines && chosen.giftCents > 0)}
        </p>
      )}
      {chosen && <CountedShares only="shares" />}
      {chosen && chosen.giftCents > 0 && (
        <Checkbox checked={declines} onChange={(event) => setDeclines(event.target.checked)}>
          {t('wallet.gift.without')}
        </Checkbox>
      )}
      <Button block busy={paying.isPending} onClick={pay}>
        {chosen
          ? t('wallet.deposit.submit', { amount: format.money(chosen.paidCents) })
          : t('wallet.deposit.tab')}
      </Button>
    </>
  )
}
