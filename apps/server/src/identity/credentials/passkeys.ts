import { present } from '../../platform/errors.ts'
import { audit } from '../../platform/audit.ts'
import type { Device } from '../../platform/http/request.ts'
import type { Limiter } from '../../platform/limits.ts'
import { publicIds } from '../../platform/public-ids.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { passGates, spendProof, networkOf, type Try } from '../abuse/throttles.ts'
import { insertSecuredNotice, lockSecret, selectSecret } from '../accounts/queries.ts'
import type { Identity } from '../identity.ts'
import type { DeviceSecret } from '../sessions/devices.ts'
import { type ClosedRefusal, isOfClosed, type OpenedSession } from '../sessions/open-sessions.ts'
import { selectSessionsOf } from '../sessions/queries.ts'
import { TOKEN_BYTES } from '../sessions/sessions.ts'
import {
  insertPasskey,
  selectPasskeysOf,
  consumeSessionChallenge,
  upsertSessionChallenge,
  deletePasskey,
  insertChallenge,
  type PasskeyRow,
  selectPasskey,
  consumeChallenge,
  updateUsed,
} from './factor-queries.ts'
import { confirmPassword } from './passwords.ts'
import { confirmCode } from './second-factor.ts'
import { requireStepUp } from './step-up.ts'
import {
  algorithms,
  library,
  type MadePasskey,
  relyingParty,
  verifyMade,
  challengeOf,
  type UsedPasskey,
  verifyUsed,
} from './webauthn.ts'

type AskPasskey = { playerId: number; sessionId: number; password: string; code: string; lang: Lang }

type AskRefusal = 'too_many_requests' | 'wrong_password' | 'wrong_second_factor' | 'too_many_passkeys'

/**
 * Starts adding a passkey, with the password, and a code if the player has a second factor, because a passkey counts
 * as both factors. Returns the browser's creation options. The challenge is valid for this session only, for minutes,
 * once.
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
    // A device that has one already does not create another.
    excludeCredentials: allowed.value.map(({ credentialId }) => ({ id: credentialId })),
    // Discoverable, so that signing in needs no e-mail; unlocked by finger, face or PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return ok(options)
}

const RP_NAME = 'Palpite'

/** The user handle on devices: it does not identify the player. */
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

type AddPasskey = {
  playerId: number
  sessionId: number
  name: string
  passkey: MadePasskey
  lang: Lang
}

type AddRefusal = 'passkey_refused' | 'too_many_passkeys'

/**
 * Adds the passkey a browser created for this session's `askPasskey`, and notifies the player by mail. One with
 * another challenge, from another page or already registered gets the same refusal.
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
    // A password reset meanwhile ended all sessions and removed what they would have added.
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

type RemovePasskey = {
  playerId: number
  sessionId: number
  passkeyId: number
  password: string
  lang: Lang
}

/**
 * Removes a passkey, with the password and a fresh second factor if there is one; an already removed one is no
 * failure. Notifies the player by mail.
 */
export async function removePasskey(
  identity: Identity,
  { playerId, sessionId, passkeyId, password, lang }: RemovePasskey,
): Promise<Result<null, 'too_many_requests' | 'wrong_password' | 'step_up_needed'>> {
  const { deps } = identity
  const confirmed = await confirmPassword(identity, {
    playerId,
    sessionId,
    password,
    countedAs: 'change-password',
  })
  if (!confirmed.ok) return confirmed
  const proved = await requireStepUp(deps.db, sessionId)
  if (!proved.ok) return proved
  await deps.db.begin(async (tx) => {
    const [row] = await lockSecret(tx, playerId)
    const { email } = present(row, `player ${playerId}`)
    if (!(await deletePasskey(tx, { playerId, passkeyId }))) return
    await insertSecuredNotice(tx, { playerId, email, lang, what: 'passkey_removed' })
    await audit(tx, {
      actor: { kind: 'player', id: playerId },
      action: 'passkey.removed',
      subject: `player:${playerId}`,
    })
    deps.log.info({ playerId }, 'a passkey was removed')
  })
  return ok(null)
}

/** The sign-in options for a browser: any of our passkeys. Limited by address. */
export async function askSignIn({ deps, settings }: Identity, asked: Limiter, ip: string) {
  if (!(await asked.consume(ip))) return refuse('too_many_requests')
  const challenge = deps.random.token(TOKEN_BYTES)
  const { liveSeconds } = settings.passkey
  await insertChallenge(deps.db, { challenge, seconds: liveSeconds })
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps.config).expectedRPID,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: liveSeconds * 1000,
    userVerification: 'required',
  })
  return ok(options)
}

type SignInWithPasskey = {
  passkey: UsedPasskey
  /** A proof of work, if required. */
  proof: string | undefined
  lang: Lang
  ip: string
  country: string | undefined
  device: Device
  deviceSecret: DeviceSecret
}

/**
 * Opens a session by passkey: no e-mail, no password, no captcha. An unknown passkey, a wrong signature and an
 * expired challenge get the same answer.
 * The limits of every sign-in apply: after too many failures of a network or overall a proof of work is required, and
 * only failures stay counted. Limits per account do not apply: a signature cannot be guessed.
 */
export async function signInWithPasskey(
  identity: Identity,
  { passkey, proof, lang, ip, country, device, deviceSecret }: SignInWithPasskey,
): Promise<Result<OpenedSession, 'proof_needed' | 'wrong_passkey' | ClosedRefusal>> {
  const { deps, throttles } = identity
  const [row] = await selectPasskey(deps.db, passkey.id)
  const of = { purpose: 'login', network: networkOf(ip) } as const
  const isKnownDevice = deviceSecret.isKnownFor(row?.playerId)
  const passed = isKnownDevice
    ? ok<Try[]>([])
    : await passGates(identity, { ...of, proof, gates: gatesOf(of.network) })
  if (!passed.ok) return passed
  // Only now: a client asked for a proof keeps the challenge for the next call.
  const challenge = challengeOf(passkey.clientDataJSON)
  const isOurs = challenge !== undefined && (await consumeChallenge(deps.db, challenge))
  const isByProof = !isKnownDevice && passed.value.length === 0
  if (isByProof) {
    const spent = await spendProof(identity, { ...of, proof })
    if (!spent.ok) return spent
  }
  if (!isOurs || !row || !(await isRight(identity, passkey, row, challenge))) {
    deps.log.info({ playerId: row?.playerId ?? null }, 'a sign-in by passkey failed')
    return refuse('wrong_passkey')
  }
  const { playerId, passwordHash } = row
  const opened = await identity.openSession({
    playerId,
    ip,
    device,
    passwordHash,
    deviceHash: deviceSecret.hash,
    way: 'passkey',
    country,
    lang,
    factor: 'passkey', // the device, and its finger, face or PIN: two factors
  })
  if (!opened.ok) {
    const { code } = opened.refusal
    if (!isOfClosed(code)) return refuse('wrong_passkey') // the password was just changed
    await throttles.refund(passed.value)
    return refuse(code)
  }
  await throttles.refund(passed.value)
  deps.log.info({ playerId }, 'a sign-in by passkey')
  return ok(opened.value)
}

async function isRight(
  { deps }: Identity,
  passkey: UsedPasskey,
  row: PasskeyRow,
  challenge: string,
): Promise<boolean> {
  const signCount = await verifyUsed(deps, passkey, { row, challenge, party: relyingParty(deps.config) })
  return signCount !== undefined && updateUsed(deps.db, row.passkeyId, signCount)
}

/** The limits for unknown devices, shared with sign-ins by password. */
const gatesOf = (network: string): Try[] => [
  { name: 'login', of: 'all' },
  { name: 'login-network', of: network },
]
