import { alert } from '../../../shared/alerts.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { go } from '../../../shared/navigation.ts'
import { closeOverlay, openOverlay, openOverlayName } from '../../../shared/overlays.ts'
import { hrefOf, screenAt } from '../../../shared/paths.ts'
import { text } from '../../../shared/text/text.ts'
import { refreshUser } from '../../../shared/use-user.ts'

/** Orders that were celebrated: the socket and the polling both tell of the same payment. */
const told = new Set<string>()

const screenName = () => screenAt(location.pathname)?.name

/** A top-up arrived: what belongs to paying closes, the balance is fetched, and the player is told, once (SPEC §4). */
export const tellPaid = async (orderId: string): Promise<void> => {
  if (told.has(orderId)) return
  told.add(orderId)
  const open = openOverlayName()
  if (open === 'payment' || open === 'deposit' || open === 'gameDeposit') closeOverlay()
  // The main deposit page goes home; its own page of success stays, it says the same.
  if (screenName() === 'conta') go(hrefOf('home'))
  await refreshUser().catch(() => undefined)
  await refreshCalls('GET /api/app/order/records', 'GET /api/app/order/getPrices')
  if (screenName() !== 'paySuccess') await alert({ text: text('wallet.paid.text'), kind: 'win' })
}

/** Leaves the payment for the form it came from. */
export const backToForm = (): void => {
  if (screenName() === 'conta') closeOverlay()
  else openOverlay('deposit', { tab: 'deposit' })
}
