import { alert } from '../../../shared/alerts.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { go } from '../../../shared/navigation.ts'
import { closeOverlay, openOverlay, openOverlayName } from '../../../shared/overlays.ts'
import { hrefOf, screenAt } from '../../../shared/paths.ts'
import { centsOf, formatMoney } from '../../../shared/format/format.ts'
import { useLook } from '../../../shared/look.ts'
import { text } from '../../../shared/text/text.ts'
import { refreshUser } from '../../../shared/use-user.ts'

/** Orders already celebrated: the socket and the polling both report the same payment. */
const told = new Set<string>()

const screenName = () => screenAt(location.pathname)?.name

/** A credited top-up, as the socket or the polling reports it. */
type Paid = { orderId: string; amountCents: number }

/** Where a player can bet right behind the dialog. */
const bettingScreens: readonly (string | undefined)[] = ['footballPage', 'event', 'dice']

/**
 * A top-up arrived: what belongs to paying closes, the balance is fetched, and the player is told, once (SPEC §4), with
 * the amount, the balance and where to bet.
 */
export const showTopUpPaid = async ({ orderId, amountCents }: Paid): Promise<void> => {
  if (told.has(orderId)) return
  told.add(orderId)
  const open = openOverlayName()
  if (open === 'payment' || open === 'deposit' || open === 'gameDeposit') closeOverlay()
  // The main deposit page goes home; its own page of success stays, it says the same.
  if (screenName() === 'conta') go(hrefOf('home'))
  const user = await refreshUser().catch(() => undefined)
  await refreshCalls('GET /api/app/order/records', 'GET /api/app/order/getPrices')
  if (screenName() === 'paySuccess') return
  const { language } = useLook.getState()
  const canBetHere = bettingScreens.includes(screenName())
  const goesToBet = await alert({
    text: text('wallet.paid.text'),
    kind: 'win',
    note: text(noteOf(user), {
      amount: formatMoney(amountCents, language),
      ...(user && {
        balance: formatMoney(centsOf(user.balance), language),
        bonus: formatMoney(centsOf(user.freeBalance), language),
      }),
    }),
    ...(!canBetHere && { okLabel: text('wallet.success.bet'), cancelLabel: text('app.alert.ok') }),
  })
  if (goesToBet && !canBetHere) go(hrefOf('footballPage'))
}

/** A balance above what was paid in is told with the bonus that is part of it. */
const noteOf = (user: { freeBalance: number } | undefined) => {
  if (!user) return 'wallet.paid.amount'
  return user.freeBalance > 0 ? 'wallet.paid.noteWithBonus' : 'wallet.paid.note'
}

/** Leaves the payment for the form it came from. */
export const backToForm = (): void => {
  if (screenName() === 'conta') closeOverlay()
  else openOverlay('deposit', { tab: 'deposit' })
}
