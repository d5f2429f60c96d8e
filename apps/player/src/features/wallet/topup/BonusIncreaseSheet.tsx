import { Button, HeroArt, Sheet } from '@palpite/ui'
import { useEffect } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { centsOf } from '../../../shared/format/format.ts'
import { CountedShares } from '../../../shared/CountedShares.tsx'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'
import { useFormat } from '../../../shared/format/use-format.ts'
import { closeOverlay, openOverlay } from '../../../shared/overlays.ts'
import { useLanguage, useText } from '../../../shared/text/text.ts'
import { useUser } from '../../../shared/use-user.ts'
import { beginPayment } from './begin-payment.ts'
import { discounted, gameOffers } from './packages.ts'
import { useDiscount } from './use-discount.ts'

/** The earned bonus over the whole page, with the package that releases it. Without either it stays closed. */
export function BonusIncreaseSheet() {
  const t = useText()
  const format = useFormat()
  const language = useLanguage()
  const user = useUser()
  const bonus = useCall('GET /api/app/rewards/gameBonus', { loading: false }, { staleTime: 0 })
  const prices = useCall('GET /api/app/order/getPrices', { query: { curreny: 'EXPPAY' }, loading: false })
  const paying = useCommand({ mutationFn: beginPayment })
  const { share } = useDiscount()
  const [offer] = discounted(gameOffers(prices.data ?? []), share)
  const isPointless =
    bonus.isError ||
    prices.isError ||
    (prices.data !== undefined && offer === undefined) ||
    (bonus.data !== undefined && bonus.data.bouns <= 0)
  useEffect(() => {
    if (isPointless) closeOverlay()
  }, [isPointless])
  if (!bonus.data || !offer || isPointless) return null
  const { bouns, amount, maxReleaseCents } = bonus.data
  const releasedCents = Math.min(centsOf(bouns), maxReleaseCents)
  const pay = () => {
    if (user?.kyc !== 1) return openOverlay('kyc', { tab: 'deposit' })
    paying.mutate({ offer, wantsGift: true, language, notifiesApp: false })
  }
  return (
    <Sheet
      side="page"
      title={t('wallet.increase.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
      footer={
        <Button block busy={paying.isPending} onClick={pay}>
          {t('wallet.increase.action', { amount: format.money(offer.paidCents) })}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-18 px-16 pb-20 text-center">
        <div className="aspect-[16/9] overflow-hidden rounded-18">
          <HeroArt hero="pix" />
        </div>
        <div className="grid gap-4" aria-live="polite">
          <span className="text-14 text-text-2">{t('wallet.increase.accrued')}</span>
          <span className="text-40 font-800 tracking-tighter text-brand-text">
            {format.signedMoney(releasedCents)}
          </span>
          <span className="text-13 text-text-2">
            {t('wallet.increase.from', { staked: format.money(centsOf(amount)) })}
          </span>
        </div>
        <p className="text-14">
          {t('wallet.increase.how', {
            price: format.money(offer.paidCents),
            bonus: format.money(releasedCents),
          })}
        </p>
        <p className="text-13 text-text-2">
          {t('wallet.increase.wagering', {
            main: offer.mainTimes,
            bonus: offer.giftTimes,
          })}
        </p>
        <CountedShares />
        <HelpArticle slug="bonus" />
      </div>
    </Sheet>
  )
}
