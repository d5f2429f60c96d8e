import { type ApiError, refusalCode } from '../../../shared/api/api-error.ts'
import { api } from '../../../shared/api/api.ts'
import { reactToError } from '../../../shared/api/react-to-error.ts'
import { reactionTo } from '../../../shared/api/reaction.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { alert } from '../../../shared/alerts.ts'
import { formatMoney } from '../../../shared/format/format.ts'
import { isInApp } from '../../../shared/navigation.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import type { Language } from '@palpite/contract/languages'
import { text } from '../../../shared/text/text.ts'
import type { Offer } from './packages.ts'

type PaymentRequest = {
  offer: Offer
  wantsGift: boolean
  language: Language
  /** The main page reports whether it runs in the app wrapper; the prompt does not (SPEC §7). */
  notifiesApp: boolean
}

/** Confirms, opens the order, and shows its payment page. Nothing happens on "no". */
export const beginPayment = async ({
  offer,
  wantsGift,
  language,
  notifiesApp,
}: PaymentRequest): Promise<void> => {
  const amount = formatMoney(offer.paidCents, language)
  const agreed = await alert({
    text: text('wallet.deposit.confirm', { amount }),
    okLabel: text('wallet.ask.confirm'),
    cancelLabel: text('wallet.ask.cancel'),
  })
  if (!agreed) return
  const { paidCents, giftCents } = offer
  const opened = await openAsShown({ offer, wantsGift, language, notifiesApp }, { paidCents, giftCents })
  if (!opened) return
  void refreshCalls('GET /api/app/order/records')
  openOverlay('payment', opened)
}

type Terms = Pick<Offer, 'paidCents' | 'giftCents'>
type Opened = Awaited<ReturnType<typeof openOrder>> & { amountCents: number }

/**
 * Opens the order as the page shows it. If its price or bonus has changed since (at midnight), reports the current ones, reloads
 * the prices, and opens it so if the player agrees.
 */
async function openAsShown(request: PaymentRequest, shown: Terms): Promise<Opened | undefined> {
  try {
    const order = await openOrder(request, shown)
    return { ...order, amountCents: shown.paidCents }
  } catch (caught) {
    const error = caught as ApiError
    // A server of the version before, during an update, knows no terms: it opens the order at today's.
    if (isUnknownField(error)) return { ...(await openOrder(request)), amountCents: shown.paidCents }
    if (refusalCode(error) !== 'offer_changed') {
      if (reactionTo(error, true) === 'nothing') reactToError(error, false)
      throw error
    }
    const now = error.data as Terms
    void refreshCalls('GET /api/app/order/getPrices')
    const agreed = await alert({
      kind: 'warn',
      text: text('wallet.deposit.changed', {
        amount: formatMoney(now.paidCents, request.language),
        gift: formatMoney(now.giftCents, request.language),
      }),
      okLabel: text('wallet.ask.confirm'),
      cancelLabel: text('wallet.ask.cancel'),
    })
    return agreed ? openAsShown(request, now) : undefined
  }
}

const isUnknownField = (error: ApiError): boolean =>
  refusalCode(error) === 'bad_request' &&
  ['paidCents', 'giftCents'].includes((error.data as { field?: string }).field ?? '')

/** Failures are handled by the caller: some are answered by another call. */
function openOrder(
  { offer: { pkgId, priceCents, giftCents }, wantsGift, notifiesApp }: PaymentRequest,
  shown?: Terms,
) {
  const isWanted = wantsGift && giftCents > 0
  const gift = isWanted ? '1' : '0'
  const terms = shown && { paidCents: shown.paidCents, giftCents: isWanted ? shown.giftCents : 0 }
  if (pkgId === null) {
    const body = { gift, amountCents: priceCents, ...terms } as const
    return api('POST /api/app/order/prePayAmount', { inline: true, body })
  }
  const isapp = notifiesApp && { isapp: isInApp() ? ('1' as const) : ('0' as const) }
  const asForm = terms && { paidCents: String(terms.paidCents), giftCents: String(terms.giftCents) }
  return api('POST /api/app/order/prePay/:pkgId', {
    inline: true,
    params: { pkgId },
    body: { gift, pkgId, ...isapp, ...asForm },
  })
}
