import { api } from '../../../shared/api/api.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { alert } from '../../../shared/alerts.ts'
import { formatMoney } from '../../../shared/format/format.ts'
import { isInApp } from '../../../shared/navigation.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import type { Language } from '@palpite/contract/languages'
import { text } from '../../../shared/text/text.ts'
import type { Offer } from './packages.ts'

type Wish = {
  offer: Offer
  wantsGift: boolean
  language: Language
  /** The main page reports whether it runs in the app wrapper; the prompt does not (SPEC §7). */
  tellsApp: boolean
}

/** Confirms, opens the order, and shows its payment page. Nothing happens on "no". */
export const beginPayment = async ({ offer, wantsGift, language, tellsApp }: Wish): Promise<void> => {
  const amount = formatMoney(offer.paidCents, language)
  const agreed = await alert({
    text: text('wallet.deposit.confirm', { amount }),
    okLabel: text('wallet.ask.confirm'),
    cancelLabel: text('wallet.ask.cancel'),
  })
  if (!agreed) return
  const order = await openOrder({ offer, wantsGift, tellsApp })
  void refreshCalls('GET /api/app/order/records')
  openOverlay('payment', { ...order, amountCents: offer.paidCents })
}

function openOrder({ offer: { pkgId, priceCents, giftCents }, wantsGift, tellsApp }: Omit<Wish, 'language'>) {
  const gift = wantsGift && giftCents > 0 ? '1' : '0'
  if (pkgId === null) {
    return api('POST /api/app/order/prePayAmount', { body: { gift, amountCents: priceCents } })
  }
  const isapp = tellsApp && { isapp: isInApp() ? ('1' as const) : ('0' as const) }
  return api('POST /api/app/order/prePay/:pkgId', { params: { pkgId }, body: { gift, pkgId, ...isapp } })
}
