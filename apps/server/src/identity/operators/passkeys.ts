import { present } from '../../platform/errors.ts'
import { audit } from '../../platform/audit.ts'
import type { Config } from '../../platform/config.ts'
import type { OperatorSession } from '../../platform/http/callers.ts'
import { publicIds } from '../../platform/public-ids.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { networkOf, refundOnFault, type Try } from '../abuse/throttles.ts'
import { ofSession } from '../credentials/passwords.ts'
import {
  algorithms,
  challengeOf,
  library,
  type MadePasskey,
  partyAt,
  type UsedPasskey,
  verifyMade,
  verifyUsed,
} from '../credentials/webauthn.ts'
import { TOKEN_BYTES } from '../sessions/sessions.ts'
import type { Operators } from './operators.ts'
import {
  consumeOperatorChallenge,
  consumeOwnChallenge,
  deleteOperatorPasskey,
  hasOperatorSession,
  insertOperatorChallenge,
  insertOperatorPasskey,
  selectOperatorPasskey,
  selectPasskeysOfOperator,
  updateOperatorPasskeyUsed,
  upsertOperatorChallenge,
} from './factor-queries.ts'
import { deleteOperatorSessions, lockOperators, lockOperatorSecret, selectOperatorSecret } from './queries.ts'
import type { OperatorThrottle } from '../settings.ts'
import { openOperatorSession, type SignedIn, type Visit } from './sign-in.ts'

/** Operators' passkeys are for the back office's own address, where players' passkeys are invalid. */
const officeOf = ({ backofficeUrl }: Pick<Config, 'backofficeUrl'>) => partyAt(backofficeUrl)

const RP_NAME = 'Palpite – back office'

/** The user handle of an operator on devices. */
const userHandleOf = ({ deps }: Operators, operatorId: number): string =>
  publicIds(deps.config, 'operator').show(operatorId)

type AskRefusal = 'too_many_requests' | 'wrong_password' | 'too_many_passkeys'

/**
 * Starts adding a passkey within an active session, with the password; returns the browser's creation options. The
 * holder of a stolen session must not create a way in that outlives it.
 */
export async function askOperatorPasskey(
  operators: Operators,
  { operatorId, sessionId }: OperatorSession,
  password: string,
) {
  const { deps, settings } = operators
  const { max, liveSeconds } = settings.passkey
  const confirmed = await confirmOperatorPassword(operators, operatorId, password)
  if (!confirmed.ok) return confirmed
  const passkeys = await selectPasskeysOfOperator(deps.db, operatorId)
  if (passkeys.length >= max) return refuse('too_many_passkeys', { values: { max } })
  const challenge = deps.random.token(TOKEN_BYTES)
  await upsertOperatorChallenge(deps.db, { challenge, sessionId, seconds: liveSeconds })
  const { generateRegistrationOptions } = await library()
  return ok(
    await generateRegistrationOptions({
      rpName: RP_NAME,
      rpID: officeOf(deps.config).expectedRPID,
      userName: confirmed.value.email,
      userID: new Uint8Array(Buffer.from(userHandleOf(operators, operatorId))),
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      timeout: liveSeconds * 1000,
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    }),
  )
}

async function confirmOperatorPassword(
  { deps, settings, passwords, throttles }: Operators,
  operatorId: number,
  password: string,
): Promise<Result<{ email: string }, Exclude<AskRefusal, 'too_many_passkeys'>>> {
  const tries: Try<OperatorThrottle>[] = [{ name: 'operator-password', of: String(operatorId) }]
  if ((await throttles.count(tries)).size > 0) return refuse('too_many_requests')
  const [secret] = await selectOperatorSecret(deps.db, { operatorId }, settings.oneTimePasswordSeconds)
  const { email, passwordHash } = present(secret, `operator ${operatorId}`)
  const matches = await refundOnFault(throttles, tries, () =>
    passwords.verify(passwordHash, password, ofSession),
  )
  if (!matches) return refuse('wrong_password')
  await throttles.refund(tries)
  return ok({ email })
}

type AddRefusal = 'passkey_refused' | 'too_many_passkeys'
export type NewOperatorPasskey = { name: string; passkey: MadePasskey }

/**
 * Adds the passkey a browser created for this session's `askOperatorPasskey`. One with another challenge, from
 * another page or already registered gets the same refusal.
 */
export async function addOperatorPasskey(
  operators: Operators,
  { operatorId, sessionId }: OperatorSession,
  { name, passkey }: NewOperatorPasskey,
): Promise<Result<null, AddRefusal>> {
  const { deps, settings } = operators
  const challenge = await consumeOwnChallenge(deps.db, sessionId)
  const made =
    challenge === undefined
      ? undefined
      : await verifyMade(deps, passkey, { challenge, party: officeOf(deps.config) })
  if (!made) return refuse('passkey_refused')
  return deps.db.begin(async (tx): Promise<Result<null, AddRefusal>> => {
    await lockOperators(tx)
    // Ended meanwhile, by a new password or a reset second factor: nothing of it may stay.
    if (!(await hasOperatorSession(tx, sessionId))) return refuse('passkey_refused')
    const { max } = settings.passkey
    if ((await selectPasskeysOfOperator(tx, operatorId)).length >= max) {
      return refuse('too_many_passkeys', { values: { max } })
    }
    const isNew = await insertOperatorPasskey(tx, {
      operatorId,
      credentialId: made.id,
      userHandle: userHandleOf(operators, operatorId),
      publicKey: Buffer.from(made.publicKey).toString('base64url'),
      signCount: made.counter,
      name,
    })
    if (!isNew) return refuse('passkey_refused')
    await audit(tx, auditEntry(operatorId, 'operator.passkey_added', { name }))
    return ok(null)
  })
}

/** The passkeys of an operator, newest first, and the maximum. */
export const readOperatorPasskeys = async ({ deps, settings }: Operators, operatorId: number) => ({
  max: settings.passkey.max,
  passkeys: await selectPasskeysOfOperator(deps.db, operatorId),
})

/**
 * Revokes a passkey of one's own, and ends all other sessions; an already removed one is no failure. The
 * authenticator app stays.
 */
export const removeOperatorPasskey = (
  { deps }: Operators,
  { operatorId, sessionId }: OperatorSession,
  passkeyId: number,
) =>
  deps.db.begin(async (tx): Promise<Result<null, never>> => {
    if (await deleteOperatorPasskey(tx, { operatorId, passkeyId })) {
      // The holder of that device may be signed in by it.
      await deleteOperatorSessions(tx, operatorId, sessionId)
      await audit(tx, auditEntry(operatorId, 'operator.passkey_removed', { passkeyId }))
    }
    return ok(null)
  })

/** The sign-in options for a browser: any passkey of the back office. */
export async function askOperatorSignIn({ deps, settings }: Operators) {
  const challenge = deps.random.token(TOKEN_BYTES)
  const { liveSeconds } = settings.passkey
  await insertOperatorChallenge(deps.db, { challenge, seconds: liveSeconds })
  const { generateAuthenticationOptions } = await library()
  return ok(
    await generateAuthenticationOptions({
      rpID: officeOf(deps.config).expectedRPID,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      timeout: liveSeconds * 1000,
      userVerification: 'required',
    }),
  )
}

/**
 * Opens an operator's session by passkey: the device, and its finger, face or PIN, are both factors. An unknown
 * passkey, a wrong signature, an expired challenge and a disabled operator get the same answer. Failures are counted
 * against the network, unless the device is known.
 */
export async function signInWithOperatorPasskey(
  operators: Operators,
  { passkey, ...visit }: Visit & { passkey: UsedPasskey },
): Promise<Result<SignedIn, 'too_many_requests' | 'wrong_passkey'>> {
  const { deps, throttles } = operators
  const [row] = await selectOperatorPasskey(deps.db, passkey.id)
  const network = networkOf(visit.ip)
  const tries: Try<OperatorThrottle>[] = visit.deviceSecret.isKnownFor(row?.operatorId)
    ? []
    : [{ name: 'operator-network', of: network }]
  if ((await throttles.count(tries)).size > 0) return refuse('too_many_requests')
  const challenge = challengeOf(passkey.clientDataJSON)
  const isOurs = challenge !== undefined && (await consumeOperatorChallenge(deps.db, challenge))
  const signCount =
    isOurs && row
      ? await verifyUsed(deps, passkey, { row, challenge, party: officeOf(deps.config) })
      : undefined
  if (!row || signCount === undefined) return failed(operators, row?.operatorId, network)
  const { operatorId, passkeyId } = row
  const signedIn = await deps.db.begin(async (tx): Promise<Result<SignedIn, 'wrong_passkey'>> => {
    const [now] = await lockOperatorSecret(tx, operatorId)
    if (!now || now.isDisabled) return refuse('wrong_passkey')
    if (!(await updateOperatorPasskeyUsed(tx, passkeyId, signCount))) return refuse('wrong_passkey')
    const token = await openOperatorSession(tx, operators, { operatorId, isVerified: true, ...visit })
    await audit(tx, auditEntry(operatorId, 'operator.signed_in', { network, passkeyId }))
    return ok({ token, mustChangePassword: now.mustChangePassword })
  })
  if (!signedIn.ok) return failed(operators, operatorId, network)
  await throttles.refund(tries)
  return signedIn
}

function failed({ deps }: Operators, operatorId: number | undefined, network: string) {
  deps.log.warn({ operatorId: operatorId ?? null, network }, 'a sign-in of an operator by passkey failed')
  return refuse('wrong_passkey')
}

const auditEntry = (operatorId: number, action: string, details: Record<string, unknown>) => ({
  actor: { kind: 'operator' as const, id: operatorId },
  action,
  subject: `operator:${operatorId}`,
  details,
})
