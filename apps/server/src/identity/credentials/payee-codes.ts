import type { Sql } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import type { Identity } from '../identity.ts'
import { codeHash, isSameHash } from './codes.ts'
import {
  lockPayeeCode,
  type Payee,
  selectConfirmedPayees,
  updatePayeeConfirmed,
  updatePayeeTried,
  upsertPayeeCode,
} from './payee-queries.ts'

export type AskPayeeCode = Payee & {
  /** The payee with its middle hidden, as the mail says it. */
  shown: string
  lang: Lang
}

/** What is kept of a code: bound to its player and to the payee, and to no amount. */
export const payeeCodeHash = ({ playerId, payee }: Payee, code: string): string =>
  codeHash(playerId, `${payee}:${code}`)

/** Has a code mailed to the player's own address, which confirms this payee and no other. */
export async function askPayeeCode(
  { deps, throttles }: Identity,
  request: AskPayeeCode,
): Promise<Result<null, 'too_many_requests'>> {
  if ((await throttles.take([{ name: 'payee-code', of: String(request.playerId) }])).size > 0) {
    return refuse('too_many_requests')
  }
  await upsertPayeeCode(deps.db, request)
  return ok(null)
}

/**
 * Confirms a payee for minutes by the code that was mailed. The right code sent again answers the same. A wrong one, one
 * that was tried too often, an old one and one of another payee answer alike.
 */
export const confirmPayee = (
  { deps, settings }: Identity,
  { code, ...payee }: Payee & { code: string },
): Promise<Result<null, 'wrong_reset_code'>> =>
  deps.db.begin(async (tx) => {
    const [row] = await lockPayeeCode(tx, payee)
    if (!row?.lives || row.codeTries >= settings.reset.codeTries) return refuse('wrong_reset_code')
    if (!isSameHash(row.codeHash ?? '', payeeCodeHash(payee, code.trim()))) {
      await updatePayeeTried(tx, payee)
      return refuse('wrong_reset_code')
    }
    await updatePayeeConfirmed(tx, payee, settings.payeeConfirmedSeconds)
    return ok(null)
  })

/** Of these payees those that their players have just confirmed. */
export const readConfirmedPayees = (sql: Sql, payees: readonly Payee[]): Promise<readonly Payee[]> =>
  selectConfirmedPayees(sql, {
    playerIds: payees.map(({ playerId }) => playerId),
    payees: payees.map(({ payee }) => payee),
  })
