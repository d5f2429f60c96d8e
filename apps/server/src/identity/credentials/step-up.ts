import { present } from '../../platform/errors.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import type { Identity } from '../identity.ts'
import { TOKEN_BYTES } from '../sessions/sessions.ts'
import {
  selectProofs,
  consumeStepUpChallenge,
  updateStepUpChallenge,
  updateStepUpsSpent,
  updateSteppedUp,
} from './factor-queries.ts'
import { selectPasskey, selectPasskeysOf, updateUsed } from './factor-queries.ts'
import { confirmOwnCode, guessed } from './second-factor.ts'
import { challengeOf, library, relyingParty, type UsedPasskey, verifyUsed } from './webauthn.ts'

/**
 * What a session has proved recently beside its token: the password, and the second factor if its player has one
 * (`none`: the player has none, and nothing is asked). `hasEmail`: something mailed to the player was ever used.
 */
export type SessionProof = { hasPassword: boolean; factor: 'none' | 'missing' | 'given'; hasEmail: boolean }

/** What each of these sessions has proved recently; ended sessions are omitted. */
export async function readProofs(
  sql: Sql,
  sessionIds: readonly number[],
): Promise<ReadonlyMap<number, SessionProof>> {
  const rows = await selectProofs(sql, sessionIds)
  return new Map(
    rows.map(({ sessionId, isVerified, hasFactor, isSteppedUp, hasEmail }) => [
      sessionId,
      { hasPassword: isVerified, factor: hasFactor ? (isSteppedUp ? 'given' : 'missing') : 'none', hasEmail },
    ]),
  )
}

/**
 * Those of these sessions whose player has a second factor and has not repeated it recently; and ended ones, which
 * prove nothing: a thief would otherwise log out during the call to be asked for nothing.
 */
export async function readUnproven(sql: Sql, sessionIds: readonly number[]): Promise<ReadonlySet<number>> {
  const proofs = await readProofs(sql, sessionIds)
  return new Set(sessionIds.filter((sessionId) => (proofs.get(sessionId)?.factor ?? 'missing') === 'missing'))
}

/**
 * Consumes the second factor proof of these sessions: it pays one new payee only. Read and consumed under the lock of
 * the players' accounts, so that no two commands use one proof.
 */
export const spendStepUps = async (tx: Tx, sessionIds: readonly number[]): Promise<void> => {
  if (sessionIds.length > 0) await updateStepUpsSpent(tx, sessionIds)
}

/**
 * Refuses an action that needs a fresh second factor, if the session's player has one and has not repeated it
 * recently, or the session has ended.
 */
export async function requireStepUp(sql: Sql, sessionId: number): Promise<Result<null, 'step_up_needed'>> {
  return (await readUnproven(sql, [sessionId])).has(sessionId) ? refuse('step_up_needed') : ok(null)
}

type Own = { playerId: number; sessionId: number }

/** The options for a browser to sign with one of the player's passkeys. Valid for this session, for minutes, once. */
export async function askStepUp({ deps, settings }: Identity, { playerId, sessionId }: Own) {
  const challenge = deps.random.token(TOKEN_BYTES)
  const { liveSeconds } = settings.passkey
  await updateStepUpChallenge(deps.db, { challenge, sessionId, seconds: liveSeconds })
  const passkeys = await selectPasskeysOf(deps.db, playerId)
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps.config).expectedRPID,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: liveSeconds * 1000,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
  })
  return ok(options)
}

export type StepUp = Own & { lang: Lang } & ({ code: string } | { passkey: UsedPasskey })

type StepUpRefusal = 'too_many_requests' | 'wrong_second_factor' | 'wrong_passkey'

/**
 * Repeats the second factor within a session, by code or passkey: for minutes the session may do what a stolen one
 * must not. Wrong codes count with all others given within sessions. If nothing is missing it answers the same, so
 * that a lost answer costs no second code.
 */
export async function stepUp(identity: Identity, request: StepUp): Promise<Result<null, StepUpRefusal>> {
  const { deps, settings } = identity
  const { playerId, sessionId } = request
  if (!(await readUnproven(deps.db, [sessionId])).has(sessionId)) return ok(null)
  const seconds = settings.secondFactor.provedSeconds
  const proved =
    'passkey' in request
      ? await byPasskey(identity, request)
      : await guessed(identity, request, async (tx) => {
          const right = await confirmOwnCode(tx, identity, request)
          if (right.ok) await updateSteppedUp(tx, sessionId, seconds)
          return right
        })
  if (proved.ok) deps.log.info({ playerId }, 'a second factor was repeated')
  return proved
}

/** A signature cannot be guessed: nothing is counted. */
async function byPasskey(
  { deps, settings }: Identity,
  { playerId, sessionId, passkey }: Own & { passkey: UsedPasskey },
): Promise<Result<null, 'wrong_passkey'>> {
  const [row] = await selectPasskey(deps.db, passkey.id)
  const challenge = challengeOf(passkey.clientDataJSON)
  const isOurs = challenge !== undefined && (await consumeStepUpChallenge(deps.db, sessionId, challenge))
  if (!isOurs || row?.playerId !== playerId) return refuse('wrong_passkey')
  const signCount = await verifyUsed(deps, passkey, {
    row: present(row, 'a passkey'),
    challenge,
    party: relyingParty(deps.config),
  })
  if (signCount === undefined) return refuse('wrong_passkey')
  return deps.db.begin(async (tx) => {
    if (!(await updateUsed(tx, row.passkeyId, signCount))) return refuse('wrong_passkey')
    await updateSteppedUp(tx, sessionId, settings.secondFactor.provedSeconds)
    return ok(null)
  })
}
