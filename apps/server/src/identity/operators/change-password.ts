import { present } from '../../platform/assert.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { OperatorSession } from '../../platform/http/callers.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { isWeakPassword, ofSession } from '../credentials/passwords.ts'
import { orGiveBack, type Try } from '../abuse/throttles.ts'
import type { Operators } from './operators.ts'
import { deletePasskeysOfOperator } from './passkey-queries.ts'
import {
  deleteOperatorSessions,
  lockOperatorSecret,
  selectOperatorSecret,
  updateOperatorPassword,
} from './queries.ts'
import type { OperatorThrottle } from './settings.ts'

type Refused = 'too_many_requests' | 'wrong_password' | 'weak_password'

export type NewPassword = { oldPassword: string; newPassword: string }

/** Changes an operator's own password, for who knows the one in force; other sessions end. */
export async function changeOperatorPassword(
  { deps, settings, passwords, throttles }: Operators,
  { operatorId, sessionId }: OperatorSession,
  { oldPassword, newPassword }: NewPassword,
): Promise<Result<null, Refused>> {
  const { oneTimePasswordSeconds } = settings
  const secret = present(
    (await selectOperatorSecret(deps.db, { operatorId }, oneTimePasswordSeconds))[0],
    `operator ${operatorId}`,
  )
  const terms = { min: settings.passwordMinLength, email: secret.email }
  if (isWeakPassword(newPassword, terms) || newPassword === oldPassword) return refuse('weak_password')
  // Who holds a stolen session must not find the password out by trying.
  const tries: Try<OperatorThrottle>[] = [{ name: 'operator-password', of: String(operatorId) }]
  if ((await throttles.take(tries)).size > 0) return refuse('too_many_requests')
  const matches = await orGiveBack(throttles, tries, () =>
    passwords.verify(secret.passwordHash, oldPassword, ofSession),
  )
  if (!matches || secret.isExpired) return refuse('wrong_password')
  const passwordHash = await orGiveBack(throttles, tries, () => passwords.hash(newPassword, ofSession))
  const changed = await deps.db.begin(async (tx): Promise<Result<null, Refused>> => {
    const [row] = await lockOperatorSecret(tx, operatorId)
    const now = present(row, `operator ${operatorId}`)
    // Set anew while this one was worked out: what was verified is not the password any more.
    if (now.passwordHash !== secret.passwordHash) return refuse('wrong_password')
    await updateOperatorPassword(tx, operatorId, passwordHash)
    await deleteOperatorSessions(tx, operatorId, sessionId)
    // Whoever knew the password before may have made a passkey by it. After the sessions, which one that is being added holds.
    await deletePasskeysOfOperator(tx, operatorId)
    await audit(tx, {
      actor: { kind: 'operator', id: operatorId },
      action: 'operator.password_changed',
      subject: `operator:${operatorId}`,
    })
    return ok(null)
  })
  if (changed.ok) await throttles.giveBack(tries)
  return changed
}
