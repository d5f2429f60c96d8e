import type { Limiter } from '../../platform/limits.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Identity } from '../identity.ts'
import { TOKEN_BYTES } from '../sessions/tokens.ts'
import {
  insertChallenge,
  type PasskeyRow,
  selectPasskey,
  consumeChallenge,
  updateUsed,
} from './passkey-queries.ts'
import { challengeOf, library, relyingParty, type UsedPasskey, verifyUsed } from './webauthn.ts'
import type { Lang } from '../../platform/texts.ts'
import type { Device } from '../../platform/http/device.ts'
import type { DeviceSecret } from '../sessions/devices.ts'
import { type ClosedRefusal, isOfClosed, type OpenedSession } from '../sessions/open-sessions.ts'
import { passGates, spendProof } from '../abuse/gates.ts'
import { networkOf, type Try } from '../abuse/throttles.ts'

/** What a browser is to have signed: by whichever passkey of ours its player chooses. Bounded by address. */
export async function askSignIn({ deps, settings }: Identity, asked: Limiter, ip: string) {
  if (!(await asked.take(ip))) return refuse('too_many_requests')
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

export type SignInWithPasskey = {
  passkey: UsedPasskey
  /** A proof of work, where one was asked for. */
  proof: string | undefined
  lang: Lang
  ip: string
  country: string | undefined
  device: Device
  deviceSecret: DeviceSecret
}

/**
 * Opens a session for whoever holds a player's passkey: no e-mail, no password, no captcha. A passkey that nobody has, one
 * that signed something else and a challenge that is over answer the same.
 *
 * It passes what every sign-in passes: where a network or everybody has failed too often, a proof of work is asked for,
 * and only failures stay counted. Guesses at one account are none here: nobody guesses a signature.
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
  // Only now: who is asked for a proof keeps the challenge for the next call.
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
    factor: 'passkey', // the device, and the finger, face or PIN that it verified: two factors
  })
  if (!opened.ok) {
    const { code } = opened.refusal
    if (!isOfClosed(code)) return refuse('wrong_passkey') // another password was just set
    await throttles.giveBack(passed.value)
    return refuse(code)
  }
  await throttles.giveBack(passed.value)
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

/** What a stranger's try has to pass, together with those by password. */
const gatesOf = (network: string): Try[] => [
  { name: 'login', of: 'all' },
  { name: 'login-network', of: network },
]
