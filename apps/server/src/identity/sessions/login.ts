import { ok, refuse, type Result } from '../../platform/result.ts'
import { selectSecretByEmail } from '../players/queries.ts'
import type { Room } from '../room.ts'
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
  userAgent: string
}

type Refused = 'wrong_captcha' | 'too_many_requests' | 'wrong_credentials'

/**
 * Opens a session for the right e-mail and password. An unknown e-mail, a wrong password and a locked account
 * take the same steps, one verification among them, and answer the same.
 */
export async function login(room: Room, ask: Login): Promise<Result<{ token: string }, Refused>> {
  const { house, settings, throttles } = room
  if (!(await room.captchas.solve(ask))) return refuse('wrong_captcha')
  const email = ask.email.trim().toLowerCase()
  const network = networkOf(ask.ip)
  const tries = triesOf(email, network)
  const over = await throttles.take(tries)
  if (over.has('login') || over.has('login-network')) return refuse('too_many_requests')
  const [secret] = await selectSecretByEmail(house.db, email)
  const isKnownNetwork = await selectIsKnownNetwork(house.db, secret?.playerId ?? 0, {
    network,
    seconds: settings.knownNetworkSeconds,
  })
  const matches = await room.passwords.verify(secret?.passwordHash, ask.password)
  if (!secret || !matches || isLocked(over, isKnownNetwork)) {
    house.log.info({ playerId: secret?.playerId ?? null }, 'a sign-in failed')
    return refuse('wrong_credentials')
  }
  await throttles.giveBack(tries)
  const { playerId } = secret
  const { token } = await room.openSession({ playerId, ip: ask.ip, userAgent: ask.userAgent })
  house.log.info({ playerId }, 'a sign-in')
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
