import { present } from '../../platform/assert.ts'
import { publicIds } from '../../platform/public-ids.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Identity } from '../identity.ts'
import { confirmPassword } from './confirm-password.ts'
import { confirmCode } from './second-factor.ts'
import { insertSecuredNotice, lockSecret, selectSecret } from '../accounts/queries.ts'
import { TOKEN_BYTES } from '../sessions/tokens.ts'
import {
  insertPasskey,
  selectPasskeysOf,
  consumeSessionChallenge,
  upsertSessionChallenge,
} from './passkey-queries.ts'
import { algorithms, library, type MadePasskey, relyingParty, verifyMade } from './webauthn.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Lang } from '../../platform/texts.ts'
import { selectSessionsOf } from '../sessions/queries.ts'

type AskPasskey = { playerId: number; sessionId: number; password: string; code: string; lang: Lang }

type AskRefusal = 'too_many_requests' | 'wrong_password' | 'wrong_second_factor' | 'too_many_passkeys'

/**
 * Begins to add a passkey, for who knows the password, and gives a code where the player has a second factor, for a passkey
 * counts as both: what the browser is to make it with. The challenge is good for this
 * session alone, for minutes, once.
 */
export async function askPasskey(identity: Identity, request: AskPasskey) {
  const { deps, settings } = identity
  const { playerId, sessionId } = request
  const allowed = await mayAdd(identity, request)
  if (!allowed.ok) return allowed
  const [row] = await selectSecret(deps.db, playerId)
  const challenge = deps.random.token(TOKEN_BYTES)
  const { liveSeconds } = settings.passkey
  await upsertSessionChallenge(deps.db, { challenge, sessionId, seconds: liveSeconds })
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: relyingParty(deps.config).expectedRPID,
    userName: present(row, `player ${playerId}`).email,
    userID: new Uint8Array(Buffer.from(userHandleOf(identity, playerId))),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: liveSeconds * 1000,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    // A device that has one already does not make another.
    excludeCredentials: allowed.value.map(({ credentialId }) => ({ id: credentialId })),
    // Kept by the device under our name, so that signing in needs no e-mail; opened by finger, face or its PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return ok(options)
}

const RP_NAME = 'Palpite'

/** What devices know a player by: it tells nobody who that is. */
const userHandleOf = ({ deps }: Pick<Identity, 'deps'>, playerId: number): string =>
  publicIds(deps.config, 'player').show(playerId)

type Passkeys = Awaited<ReturnType<typeof selectPasskeysOf>>

async function mayAdd(identity: Identity, request: AskPasskey): Promise<Result<Passkeys, AskRefusal>> {
  const { max } = identity.settings.passkey
  const confirmed = await confirmPassword(identity, { ...request, countedAs: 'change-password' })
  if (!confirmed.ok) return confirmed
  const coded = await confirmCode(identity, request)
  if (!coded.ok) return coded
  const passkeys = await selectPasskeysOf(identity.deps.db, request.playerId)
  return passkeys.length < max ? ok(passkeys) : refuse('too_many_passkeys', { values: { max } })
}

export type AddPasskey = {
  playerId: number
  sessionId: number
  name: string
  passkey: MadePasskey
  lang: Lang
}

type AddRefusal = 'passkey_refused' | 'too_many_passkeys'

/**
 * Adds the passkey that a browser made for what `askPasskey` gave this session, and tells its player by mail. One that
 * answers another challenge, comes from another page or is somebody's already is refused the same.
 */
export async function addPasskey(
  identity: Identity,
  { playerId, sessionId, name, passkey, lang }: AddPasskey,
): Promise<Result<null, AddRefusal>> {
  const { deps, settings } = identity
  const challenge = await consumeSessionChallenge(deps.db, sessionId)
  const made =
    challenge === undefined
      ? undefined
      : await verifyMade(deps, passkey, { challenge, party: relyingParty(deps.config) })
  if (!made) return refuse('passkey_refused')
  const { max } = settings.passkey
  const added = await deps.db.begin(async (tx): Promise<Result<null, AddRefusal>> => {
    const [row] = await lockSecret(tx, playerId)
    const { email } = present(row, `player ${playerId}`)
    // A password set anew meanwhile has ended all sessions, and taken away what they would have added.
    const sessions = await selectSessionsOf(tx, playerId)
    if (!sessions.some((session) => session.sessionId === sessionId)) return refuse('passkey_refused')
    if ((await selectPasskeysOf(tx, playerId)).length >= max) {
      return refuse('too_many_passkeys', { values: { max } })
    }
    const isNew = await insertPasskey(tx, {
      playerId,
      credentialId: made.id,
      userHandle: userHandleOf(identity, playerId),
      publicKey: Buffer.from(made.publicKey).toString('base64url'),
      signCount: made.counter,
      name,
    })
    if (!isNew) return refuse('passkey_refused')
    await insertSecuredNotice(tx, { playerId, email, lang, what: 'passkey_added' })
    await audit(tx, {
      actor: { kind: 'player', id: playerId },
      action: 'passkey.added',
      subject: `player:${playerId}`,
    })
    return ok(null)
  })
  if (added.ok) deps.log.info({ playerId }, 'a passkey was added')
  return added
}
