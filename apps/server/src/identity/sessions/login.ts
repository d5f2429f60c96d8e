import { ok, refuse, type Result } from '../../platform/result.ts'
import type { DeviceSecret } from './devices.ts'
import type { Lang } from '../../platform/texts.ts'
import type { Device } from '../../platform/http/device.ts'
import { selectSecretByEmail } from '../accounts/queries.ts'
import type { Identity } from '../identity.ts'
import type { OpenedSession, OpenRefusal } from './open-sessions.ts'
import { networkOf, orGiveBack, type Try } from '../abuse/throttles.ts'
import { passGates, spendProof } from '../abuse/gates.ts'
import { selectIsKnownNetwork, updateCountryCodeDue } from './queries.ts'
import { tokenHash } from './tokens.ts'

export type Login = {
  email: string
  password: string
  codeId: string
  captCode: string
  /** A proof of work, where one was asked for. */
  proof: string | undefined
  lang: Lang
  ip: string
  country: string | undefined
  device: Device
  deviceSecret: DeviceSecret
}

type Refused = 'wrong_captcha' | 'proof_needed' | 'too_many_requests' | OpenRefusal

/**
 * Opens a session for the right e-mail and password. An unknown e-mail, a wrong password and a locked account
 * take the same steps, one verification among them, and answer the same.
 *
 * Where a network, everybody, or one account from one network has used up its guesses, a call passes by a proof of
 * work, or from a device that signed in to this account before: nobody can keep others from signing in. What is
 * guessed against one account is bounded all the same, by `guessesAt`.
 */
export async function login(identity: Identity, request: Login): Promise<Result<OpenedSession, Refused>> {
  const { deps, settings, throttles } = identity
  const email = request.email.trim().toLowerCase()
  const network = networkOf(request.ip)
  const [secret] = await selectSecretByEmail(deps.db, email)
  const isKnownNetwork = await selectIsKnownNetwork(deps.db, secret?.playerId ?? 0, {
    network,
    seconds: settings.knownNetworkSeconds,
  })
  const isKnownDevice = request.deviceSecret.isKnownFor(secret?.playerId)
  const of = { purpose: 'login', network } as const
  const passed = isKnownDevice
    ? ok<Try[]>([])
    : await passGates(identity, { ...of, proof: request.proof, gates: gatesOf(email, network) })
  if (!passed.ok) return passed
  // Only now: who is asked for a proof keeps the captcha for the next call.
  if (!(await identity.captchas.solve(request, 'login'))) {
    await throttles.giveBack(passed.value)
    return refuse('wrong_captcha')
  }
  const isByProof = !isKnownDevice && passed.value.length === 0
  if (isByProof) {
    const spent = await spendProof(identity, { ...of, proof: request.proof })
    if (!spent.ok) return spent
  }
  const guess = guessAt(email, { isKnownDevice, isKnownNetwork, deviceHash: request.deviceSecret.hash })
  const isLocked = (await throttles.take([guess])).size > 0
  // In a flood from many networks a known device, and who has worked for it, does not stand behind the strangers.
  const turn = { goesFirst: isKnownDevice || isByProof }
  const counted = isLocked ? passed.value : [...passed.value, guess]
  const matches = await orGiveBack(throttles, counted, () =>
    identity.passwords.verify(secret?.passwordHash, request.password, turn),
  )
  if (!secret || !matches || isLocked) {
    deps.log.info({ playerId: secret?.playerId ?? null }, 'a sign-in failed')
    return refuse('wrong_credentials')
  }
  const { playerId, passwordHash } = secret
  const { lang, ip, country, device, deviceSecret } = request
  const opened = await identity.openSession({
    playerId,
    ip,
    device,
    passwordHash,
    deviceHash: deviceSecret.hash,
    way: 'password',
    lang,
    country,
  })
  if (!opened.ok && opened.refusal.code === 'wrong_credentials') return opened
  // The password was right, whether or not a second factor is asked for: no guess stays counted.
  await throttles.giveBack([...passed.value, guess])
  if (opened.ok) deps.log.info({ playerId }, 'a sign-in')
  if (opened.ok || opened.refusal.code !== 'country_code_needed') return opened
  // So many a day, from a known device apart from all others: who has the password fills no mailbox.
  const mail: Try = isKnownDevice
    ? { name: 'country-code-device', of: `${playerId} ${deviceSecret.hash}` }
    : { name: 'country-code', of: String(playerId) }
  if ((await throttles.take([mail])).size > 0) return refuse('too_many_requests')
  await updateCountryCodeDue(deps.db, tokenHash(String(opened.refusal.detail?.['ticket'])))
  return opened
}

/** What a stranger's guess has to pass. Only failures stay counted. */
const gatesOf = (email: string, network: string): Try[] => [
  { name: 'login', of: 'all' },
  { name: 'login-network', of: network },
  { name: 'login-account-network', of: `${email} ${network}` },
]

type Standing = { isKnownDevice: boolean; isKnownNetwork: boolean; deviceHash: string }

/**
 * The guesses at one account, which no proof passes. Those from a device that signed in to it before, those from
 * networks that its player signed in from, and those of strangers are counted apart: none uses up the other's.
 */
const guessAt = (email: string, { isKnownDevice, isKnownNetwork, deviceHash }: Standing): Try => {
  if (isKnownDevice) return { name: 'login-device', of: `${email} ${deviceHash}` }
  return { name: isKnownNetwork ? 'login-account-known' : 'login-account', of: email }
}

/** What was counted against an account from here, for who has just set a new password. */
export const accountTries = (email: string, network: string): Try[] => [
  { name: 'login-account', of: email },
  { name: 'login-account-known', of: email },
  { name: 'login-account-network', of: `${email} ${network}` },
]
