import { present } from '../../platform/assert.ts'
import { publicIds } from '../../platform/public-ids.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Identity } from '../identity.ts'
import { confirmPassword } from '../passwords/confirm-password.ts'
import { selectSecret } from '../players/queries.ts'
import { TOKEN_BYTES } from '../sessions/token.ts'
import { selectPasskeysOf, upsertSessionChallenge } from './queries.ts'
import { algorithms, library, relyingParty } from './webauthn.ts'

type AskPasskey = { playerId: number; sessionId: number; password: string }

type Refused = 'too_many_requests' | 'wrong_password' | 'too_many_passkeys'

/**
 * Begins to add a passkey, for who knows the password: what the browser is to make it with. The challenge is good for this
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
export const userHandleOf = ({ deps }: Pick<Identity, 'deps'>, playerId: number): string =>
  publicIds(deps.config, 'player').show(playerId)

type Passkeys = Awaited<ReturnType<typeof selectPasskeysOf>>

async function mayAdd(identity: Identity, request: AskPasskey): Promise<Result<Passkeys, Refused>> {
  const { max } = identity.settings.passkey
  const confirmed = await confirmPassword(identity, { ...request, countedAs: 'change-password' })
  if (!confirmed.ok) return confirmed
  const passkeys = await selectPasskeysOf(identity.deps.db, request.playerId)
  return passkeys.length < max ? ok(passkeys) : refuse('too_many_passkeys', { values: { max } })
}
