import { alert } from '../../../shared/alerts.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { go } from '../../../shared/navigation.ts'
import { closeOverlay, openOverlay, openOverlayName } from '../../../shared/overlays.ts'
import { hrefOf, screenAt } from '../../../shared/paths.ts'
import { centsOf, formatMoney } from '../../../shared/format/format.ts'
import { useLook } from '../../../shared/look.ts'
import { text } from '../../../shared/text/text.ts'
import { refreshUser } from '../../../shared/use-user.ts'

/** Orders already celebrated: socket and polling both report a payment. */
const reported = new Set<string>()

const screenName = () => screenAt(location.pathname)?.name

/** A credited top-up, from socket or polling. */
type Paid = { orderId: string; amountCents: number }

/** Screens where a player can bet behind the dialog. */
const bettingScreens: readonly (string | undefined)[] = ['footballPage', 'event', 'dice']

/**
 * A top-up arrived: payment screens close, the balance is reloaded, and the player is informed once (SPEC §4), with
 * amount, balance and where to bet.
 */
export const showTopUpPaid = async ({ orderId, amountCents }: Paid): Promise<void> => {
  if (reported.has(orderId)) return
  reported.add(orderId)
  const open = openOverlayName()
  if (open === 'payment' || open === 'deposit' || open === 'gameDeposit') closeOverlay()
  // The main deposit page goes home; our success page stays, because it says the same.
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

/**
 * If part of the balance is bonus, the note states that part; without a loaded user it states only the
 * amount.
 */
const noteOf = (user: { freeBalance: number } | undefined) => {
  if (!user) return 'wallet.paid.amount'
  return user.freeBalance > 0 ? 'wallet.paid.noteWithBonus' : 'wallet.paid.note'
}

/** Returns from the payment to the form it came from. */
export const backToForm = (): void => {
  if (screenName() === 'conta') closeOverlay()
  else openOverlay('deposit', { tab: 'deposit' })
}
