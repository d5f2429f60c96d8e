import { isOwnLimit } from '../own-limits.ts'
import { type ApiError, refusalCode } from './api-error.ts'

/**
 * How the app reacts to a failed call (SPEC §8):
 * - `logOut`: the session is over.
 * - `gameDeposit`: not enough money for a bet; the in-game deposit opens.
 * - `deposit`: not enough money elsewhere; the message, then the deposit overlay.
 * - `limits`: a limit or a break of the player; the message, with the way to them.
 * - `kyc`: name and CPF, or a document, are needed first; the message, with the way to them.
 * - `terms`: terms changed and are to be accepted first; the app asks for the yes.
 * - `errorPage`: nothing sensible can be said.
 * - `alert`: the server's message, after a moment.
 * - `slow`: no answer at all; the connection is to blame.
 * - `nothing`: the caller shows it in its own place, or nobody should know.
 */
export type Reaction =
  | 'logOut'
  | 'gameDeposit'
  | 'deposit'
  | 'limits'
  | 'kyc'
  | 'terms'
  | 'errorPage'
  | 'alert'
  | 'slow'
  | 'nothing'

/** Whether a path is one the error catalogue calls a bet URL: it has the word `bet` or `betPlay` in it. */
const isBetPath = (path: string): boolean => /bet/i.test(path)

/** Refusals that ask for something more, or for a moment, after which their callers send again. */
const answeredByCaller: ReadonlySet<string> = new Set([
  'proof_needed',
  'password_needed',
  'payee_code_needed',
  'second_factor_needed',
  'step_up_needed',
  'country_code_needed',
  'round_too_soon',
])

/** Refusals that the sheet about who one is helps against. */
export const asksWhoOneIs = (code: string | undefined): boolean =>
  code === 'kyc_needed' || code === 'documents_needed'

/** `inline` callers show failures in their own place, so only what concerns the whole app reacts. */
export const reactionTo = (error: ApiError, inline: boolean): Reaction => {
  if (error.http === 401 || error.status === 40101) return 'logOut'
  if (error.http === 500 && error.status === 9999) return isBetPath(error.path) ? 'gameDeposit' : 'deposit'
  if (error.http === 500 && error.status === 1403) return 'errorPage'
  // Also where the caller says it in its own place: the dialog with the yes stands above all.
  if (refusalCode(error) === 'terms_due') return 'terms'
  if (inline || answeredByCaller.has(refusalCode(error) ?? '')) return 'nothing'
  if (isOwnLimit(refusalCode(error)) && error.serverMessage) return 'limits'
  if (asksWhoOneIs(refusalCode(error)) && error.serverMessage) return 'kyc'
  if (error.serverMessage) return 'alert'
  return error.http === 0 ? 'slow' : 'errorPage'
}
