import { isOwnLimit } from '../own-limits.ts'
import { type ApiError, refusalCode } from './api-error.ts'

/**
 * How the app reacts to a failed call (SPEC §8):
 * - `logOut`: the session is over.
 * - `gameDeposit`: not enough money for a bet; opens the in-game deposit.
 * - `deposit`: not enough money elsewhere; the message, then the deposit overlay.
 * - `limits`: a limit or break of the player; the message, with a link to them.
 * - `kyc`: name and CPF, or a document, are required first; the message, with a link.
 * - `terms`: changed terms must be accepted first; the app asks.
 * - `errorPage`: there is nothing useful to say.
 * - `alert`: the server's message, after a moment.
 * - `slow`: no answer at all; the connection is to blame.
 * - `nothing`: the caller shows it, or nobody should see it.
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

/** Whether a path is a bet URL of the error catalogue: it contains `bet` or `betPlay`. */
const isBetPath = (path: string): boolean => /bet/i.test(path)

/** Refusals that require a further step or a pause, after which the caller sends again. */
const answeredByCaller: ReadonlySet<string> = new Set([
  'proof_needed',
  'password_needed',
  'payee_code_needed',
  'second_factor_needed',
  'step_up_needed',
  'country_code_needed',
  'round_too_soon',
])

/** Refusals that the identity sheet can resolve. */
export const asksWhoOneIs = (code: string | undefined): boolean =>
  code === 'kyc_needed' || code === 'documents_needed'

/** `inline` callers show failures themselves, so only app-wide reactions remain. */
export const reactionTo = (error: ApiError, inline: boolean): Reaction => {
  if (error.http === 401 || error.status === 40101) return 'logOut'
  if (error.http === 500 && error.status === 9999) return isBetPath(error.path) ? 'gameDeposit' : 'deposit'
  if (error.http === 500 && error.status === 1403) return 'errorPage'
  // Also for inline callers: the acceptance dialog is above everything.
  if (refusalCode(error) === 'terms_due') return 'terms'
  if (inline || answeredByCaller.has(refusalCode(error) ?? '')) return 'nothing'
  if (isOwnLimit(refusalCode(error)) && error.serverMessage) return 'limits'
  if (asksWhoOneIs(refusalCode(error)) && error.serverMessage) return 'kyc'
  if (error.serverMessage) return 'alert'
  return error.http === 0 ? 'slow' : 'errorPage'
}
