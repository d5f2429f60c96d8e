import type { Device } from '../../platform/http/device.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { selectSecretByEmail } from '../players/queries.ts'
import type { Identity } from '../identity.ts'
import type { ThrottleName } from '../settings.ts'
import { networkOf } from '../throttles/network.ts'
import type { Try } from '../throttles/throttles.ts'
import { selectIsKnownNetwork } from './queries.ts'

export type Login = {
  email: string
  password: string
  codeId: string
  captCode: string
  ip: string
  device: Device
}

type Refused = 'wrong_captcha' | 'too_many_requests' | 'wrong_credentials'

/**
 * Opens a session for the right e-mail and password. An unknown e-mail, a wrong password and a locked account
 * take the same steps, one verification among them, and answer the same.
 */
export async function login(identity: Identity, request: Login): Promise<Result<{ token: string }, Refused>> {
  const { deps, settings, throttles } = identity
  if (!(await identity.captchas.solve(request))) return refuse('wrong_captcha')
  const email = request.email.trim().toLowerCase()
  const network = networkOf(request.ip)
  const tries = triesOf(email, network)
  const over = await throttles.take(tries)
  if (over.has('login') || over.has('login-network')) return refuse('too_many_requests')
  const [secret] = await selectSecretByEmail(deps.db, email)
  const isKnownNetwork = await selectIsKnownNetwork(deps.db, secret?.playerId ?? 0, {
    network,
    seconds: settings.knownNetworkSeconds,
  })
  const matches = await identity.passwords.verify(secret?.passwordHash, request.password)
  if (!secret || !matches || isLocked(over, isKnownNetwork)) {
    deps.log.info({ playerId: secret?.playerId ?? null }, 'a sign-in failed')
    return refuse('wrong_credentials')
  }
  await throttles.giveBack(tries)
  const { playerId } = secret
  const { token } = await identity.openSession({ playerId, ip: request.ip, device: request.device })
  deps.log.info({ playerId }, 'a sign-in')
  return ok({ token })
}

const triesOf = (email: string, network: string): Try[] => [
  { name: 'login', of: 'all' },
  { name: 'login-network', of: network },
  ...accountTries(email, network),
]

/** The guesses that are counted against one account. */
export const accountTries = (email: string, network: string): Try[] => [
  { name: 'login-account', of: email },
  { name: 'login-account-network', of: `${email} ${network}` },
]

/**
 * Whether too many guesses were made. Guesses from elsewhere lock an account only against networks that its
 * player never signed in from: nobody can lock a player out by guessing.
 */
const isLocked = (over: ReadonlySet<ThrottleName>, isKnownNetwork: boolean): boolean =>
  over.has('login-account-network') || (over.has('login-account') && !isKnownNetwork)
