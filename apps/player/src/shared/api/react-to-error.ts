import { alert } from '../alerts.ts'
import { go } from '../navigation.ts'
import { openOverlay } from '../overlays.ts'
import { hrefOf } from '../paths.ts'
import { queryClient } from '../query.ts'
import { endSession, useDepartures, userInfoKey, useToken } from '../session.ts'
import { text } from '../text/text.ts'
import { toast } from '../toasts.ts'
import { type ApiError, endingIn } from './api-error.ts'
import { reactionTo } from './reaction.ts'

/** Delay of the alert after the failure (SPEC §8), while the loading indicator fades out. */
const alertAfterMs = 500

/** Handles a failed call as the error catalogue says. The caller still gets the error. */
export const reactToError = (error: ApiError, inline: boolean): void => {
  switch (reactionTo(error, inline)) {
    case 'logOut':
      return loseSession(error, inline)
    case 'gameDeposit':
      return openOverlay('gameDeposit')
    case 'deposit':
      return void alert({ text: error.serverMessage || '-', kind: 'warn' }).then(() => openOverlay('deposit'))
    case 'limits':
      return showMessageLater(error.serverMessage, toLimits)
    case 'kyc':
      return showMessageLater(error.serverMessage, toKyc)
    case 'terms':
      // Reloading the user shows which terms must be accepted; the dialog then asks.
      return void queryClient.invalidateQueries({ queryKey: userInfoKey })
    case 'errorPage':
      return go(hrefOf('error', { code: String(error.status ?? error.http) }))
    case 'alert':
      return showMessageLater(error.serverMessage)
    case 'slow':
      return showMessageLater(text('app.connection.slow'))
    case 'nothing':
      return undefined
  }
}

const loseSession = (error: ApiError, inline: boolean): void => {
  const hadSession = useToken.getState().token !== ''
  // A background call, such as the socket's, may still be in flight after the player logged out.
  if (!hadSession && inline) return
  endSession(hadSession ? endingIn(error) : undefined) // the login sheet shows the reason
  // Afterwards, because ending a session removes its messages.
  if (hadSession) toast(text('app.session.ended'))
}

/** A message; with `ask` a question with a follow-up. */
const showMessageLater = (message: string, ask?: (message: string) => Promise<void>): void => {
  const { count } = useDepartures.getState()
  setTimeout(() => {
    // The player left meanwhile.
    if (useDepartures.getState().count !== count) return
    void (ask ? ask(message) : alert({ text: message, kind: 'warn' }))
  }, alertAfterMs)
}

const toLimits = async (message: string): Promise<void> => {
  const wantsToSee = await alert({
    text: message,
    okLabel: text('app.menu.limits'),
    cancelLabel: text('app.alert.ok'),
  })
  if (wantsToSee) openOverlay('limits')
}

/** One tap leads to the form, and saving it returns to what was refused. */
const toKyc = async (message: string): Promise<void> => {
  const wantsTo = await alert({
    text: message,
    kind: 'warn',
    okLabel: text('app.kyc.action'),
    cancelLabel: text('app.alert.ok'),
  })
  if (wantsTo) openOverlay('kyc', { next: 'back' })
}
