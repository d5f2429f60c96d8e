import { present } from '../../platform/errors.ts'
import { audit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { OperatorSession } from '../../platform/http/callers.ts'
import type { Cookies } from '../../platform/http/request.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { networkOf, refundOnFault, type Try } from '../abuse/throttles.ts'
import { isWeakPassword, ofSession } from '../credentials/passwords.ts'
import { type DeviceSecret, operatorDeviceSecretOf } from '../sessions/devices.ts'
import { TOKEN_BYTES, tokenHash } from '../sessions/sessions.ts'
import type { OperatorThrottle } from '../settings.ts'
import { deletePasskeysOfOperator } from './factor-queries.ts'
import type { Operators } from './operators.ts'
import { deleteOldestOperatorDevices, upsertOperatorDevice } from './queries.ts'
import {
  deleteOperatorSession,
  insertOperatorSession,
  lockOperatorSecret,
  selectOperatorSecret,
  deleteOperatorSessions,
  updateOperatorPassword,
} from './queries.ts'

/** The address and device of a sign-in. */
export type Visit = { ip: string; userAgent: string; deviceSecret: DeviceSecret }

type SignIn = Visit & { email: string; password: string }

type Refused = 'too_many_requests' | 'wrong_credentials'
export type SignedIn = { token: string; mustChangePassword: boolean }

/** The longest user agent stored. */
const USER_AGENT_LENGTH = 200

/**
 * Opens an operator's session for the right e-mail and password. An unknown e-mail, a wrong password, an expired
 * one-time password, too many guesses and a disabled operator take the same steps, including one verification, and
 * get the same answer.
 * From a known device, guesses are counted separately and the verification skips the queue: nobody can lock an
 * operator out by guessing, from however many networks.
 */
export async function signIn(
  operators: Operators,
  { password, ip, userAgent, deviceSecret, ...request }: SignIn,
): Promise<Result<SignedIn, Refused>> {
  const { deps, settings, passwords, throttles } = operators
  const email = request.email.trim().toLowerCase()
  const network = networkOf(ip)
  const [secret] = await selectOperatorSecret(deps.db, { email }, settings.oneTimePasswordSeconds)
  const isKnownDevice = deviceSecret.isKnownFor(secret?.operatorId)
  const ofNetwork: Try<OperatorThrottle>[] = isKnownDevice ? [] : [{ name: 'operator-network', of: network }]
  if ((await throttles.count(ofNetwork)).size > 0) return refuse('too_many_requests')
  // Separate: a guess at a locked account costs work all the same, and stays counted against its network.
  const ofAccount: Try<OperatorThrottle>[] = isKnownDevice
    ? [{ name: 'operator-device', of: `${email} ${deviceSecret.hash}` }]
    : [
        { name: 'operator-account', of: email },
        { name: 'operator-account-network', of: `${email} ${network}` },
      ]
  const over = await throttles.count(ofAccount)
  const counted = over.size === 0 ? [...ofNetwork, ...ofAccount] : ofNetwork
  const turn = { rank: isKnownDevice ? 'known' : 'unknown' } as const
  const matches = await refundOnFault(throttles, counted, () =>
    passwords.verify(secret?.passwordHash, password, turn),
  )
  if (!secret || !matches || secret.isExpired || over.size > 0) {
    deps.log.warn({ operatorId: secret?.operatorId ?? null, network }, 'a sign-in of an operator failed')
    return refuse('wrong_credentials')
  }
  const { operatorId, passwordHash } = secret
  const signedIn = await deps.db.begin(async (tx): Promise<Result<SignedIn, Refused>> => {
    const [now] = await lockOperatorSecret(tx, operatorId)
    // Changed or disabled while the password was checked: the session would outlive what ends all sessions.
    if (!now || now.isDisabled || now.passwordHash !== passwordHash) return refuse('wrong_credentials')
    const opening = { operatorId, isVerified: false, ip, userAgent, deviceSecret }
    const token = await openOperatorSession(tx, operators, opening)
    await audit(tx, { ...auditEntry(operatorId, 'operator.signed_in'), details: { network } })
    return ok({ token, mustChangePassword: now.mustChangePassword })
  })
  if (signedIn.ok) await throttles.refund([...ofNetwork, ...ofAccount])
  return signedIn
}

type Opening = Visit & { operatorId: number; isVerified: boolean }

/** Opens a session, remembers its device, and returns its token. The operator's row is locked first. */
export async function openOperatorSession(
  tx: Tx,
  { deps, settings }: Operators,
  { operatorId, isVerified, ip, userAgent, deviceSecret }: Opening,
): Promise<string> {
  const token = deps.random.token(TOKEN_BYTES)
  const session = { tokenHash: tokenHash(token), operatorId, isVerified, ip }
  await insertOperatorSession(tx, { ...session, userAgent: userAgent.slice(0, USER_AGENT_LENGTH) })
  await upsertOperatorDevice(tx, operatorId, deviceSecret.hash)
  await deleteOldestOperatorDevices(tx, operatorId, settings.maxKnownDevices)
  return token
}

/** The device of an operator's sign-in, by its cookie. */
export const readOperatorDevice = ({ deps, settings }: Operators, cookies: Cookies) =>
  operatorDeviceSecretOf(deps, cookies, settings.knownDeviceSeconds)

/** Ends the session of the call. */
export const signOut = ({ deps }: Operators, { operatorId, sessionId }: OperatorSession): Promise<void> =>
  deps.db.begin(async (tx) => {
    await deleteOperatorSession(tx, sessionId)
    await audit(tx, auditEntry(operatorId, 'operator.signed_out'))
  })

const auditEntry = (operatorId: number, action: string) => ({
  actor: { kind: 'operator' as const, id: operatorId },
  action,
  subject: `operator:${operatorId}`,
})

type ChangeRefused = 'too_many_requests' | 'wrong_password' | 'weak_password'

type NewPassword = { oldPassword: string; newPassword: string }

/** Changes an operator's own password, with the current one; other sessions end. */
export async function changeOperatorPassword(
  { deps, settings, passwords, throttles }: Operators,
  { operatorId, sessionId }: OperatorSession,
  { oldPassword, newPassword }: NewPassword,
): Promise<Result<null, ChangeRefused>> {
  const { oneTimePasswordSeconds } = settings
  const secret = present(
    (await selectOperatorSecret(deps.db, { operatorId }, oneTimePasswordSeconds))[0],
    `operator ${operatorId}`,
  )
  const terms = { min: settings.passwordMinLength, email: secret.email }
  if (isWeakPassword(newPassword, terms) || newPassword === oldPassword) return refuse('weak_password')
  // The holder of a stolen session must not guess the password.
  const tries: Try<OperatorThrottle>[] = [{ name: 'operator-password', of: String(operatorId) }]
  if ((await throttles.count(tries)).size > 0) return refuse('too_many_requests')
  const matches = await refundOnFault(throttles, tries, () =>
    passwords.verify(secret.passwordHash, oldPassword, ofSession),
  )
  if (!matches || secret.isExpired) return refuse('wrong_password')
  const passwordHash = await refundOnFault(throttles, tries, () => passwords.hash(newPassword, ofSession))
  const changed = await deps.db.begin(async (tx): Promise<Result<null, ChangeRefused>> => {
    const [row] = await lockOperatorSecret(tx, operatorId)
    const now = present(row, `operator ${operatorId}`)
    // Changed during this verification: the verified password is no longer the current one.
    if (now.passwordHash !== secret.passwordHash) return refuse('wrong_password')
    await updateOperatorPassword(tx, operatorId, passwordHash)
    await deleteOperatorSessions(tx, operatorId, sessionId)
    // A holder of the previous password may have created a passkey with it. After the sessions, which a passkey being
    // added locks.
    await deletePasskeysOfOperator(tx, operatorId)
    await audit(tx, {
      actor: { kind: 'operator', id: operatorId },
      action: 'operator.password_changed',
      subject: `operator:${operatorId}`,
    })
    return ok(null)
  })
  if (changed.ok) await throttles.refund(tries)
  return changed
}
