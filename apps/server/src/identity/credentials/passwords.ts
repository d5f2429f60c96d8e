import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { present } from '../../platform/errors.ts'
import { inTurns, type Rank } from '../../platform/costly-work.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Random } from '../../platform/crypto.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { refundOnFault, type Throttles, type Try } from '../abuse/throttles.ts'
import { selectSecret } from '../accounts/queries.ts'
import { updateVerified } from '../sessions/queries.ts'
import type { IdentitySettings } from '../settings.ts'

type Turn = { rank: Rank }

export type Passwords = {
  hash: (password: string, turn?: Turn) => Promise<string>
  /**
   * Whether the password matches the hash. Without a hash (unknown e-mail) it verifies against a dummy hash and
   * answers no, so that the time reveals nothing. The rank says which queue waits.
   */
  verify: (passwordHash: string | undefined, password: string, turn?: Turn) => Promise<boolean>
  /** Whether so many unknown clients wait that one more should solve a proof of work instead of waiting with them. */
  isCrowded: () => boolean
}

/** Signed-in players skip the queues of others: their tries are limited by session. */
export const ofSession = { rank: 'known' } as const

/** argon2id, a few at a time: each takes 19 MiB and a core for about 15 ms. */
export function openPasswords(settings: IdentitySettings['password'], random: Random): Passwords {
  const { atOnce, waiting, crowdedAt } = settings
  const inTurn = inTurns('password', { atOnce, waiting, each: Infinity })
  // Each call's limits decide who may try; here all unknown clients queue together.
  const turn = <T>(work: () => Promise<T>, more?: Turn) => inTurn('anybody', work, more)
  const options = { memoryCost: settings.memoryKib, timeCost: settings.passes, parallelism: settings.lanes }
  const hashOf: Passwords['hash'] = (password, more) => turn(() => hash(written(password), options), more)
  let nobodys: Promise<string> | undefined
  return {
    hash: hashOf,
    verify: async (passwordHash, password, more) => {
      nobodys ??= hash(random.token(16), options)
      const dummy = await nobodys
      const matches = await turn(() => verify(passwordHash ?? dummy, written(password)), more)
      return passwordHash !== undefined && matches
    },
    isCrowded: () => inTurn.waiting() >= crowdedAt,
  }
}

/** The same password from another keyboard may have other code points. */
const written = (password: string) => password.normalize('NFKC')

/**
 * Passwords guessed first, in lower case, one per line: the 3,000 most common of eight characters or more from the
 * zxcvbn-ts list (language-common 4.1.3, MIT), and Brazilian ones. Shorter ones need no list.
 */
const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
)

/** Whether a password is too short, common, one repeated character, a run, or the e-mail itself. */
export function isWeakPassword(password: string, { min, email }: { min: number; email?: string }): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (plain.length < min) return true
  if (commonPasswords.has(plain)) return true
  if (new Set(plain).size < 3) return true
  if (isRun(plain)) return true
  return email !== undefined && (plain === email || plain === email.split('@')[0])
}

/** 12345678, hgfedcba: each character one step from the last, always in the same direction. */
function isRun(text: string): boolean {
  const codes = Array.from({ length: text.length }, (_none, at) => text.charCodeAt(at))
  const step = (codes[1] ?? 0) - (codes[0] ?? 0)
  if (Math.abs(step) !== 1) return false
  return codes.every((code, at) => at === 0 || code - (codes[at - 1] ?? 0) === step)
}

/** What is needed to confirm a password. */
type Confirming = { deps: Pick<Deps, 'db'>; passwords: Passwords; throttles: Throttles }

type ConfirmPassword = {
  playerId: number
  sessionId: number
  password: string
  countedAs: 'change-password' | 'verify-password'
}

/**
 * Whether this is the player's password, repeated within a session for actions a stolen session must not do. Tries
 * are counted by session, so that a thief's guesses do not use up the player's.
 */
export async function confirmPassword(
  { deps, passwords, throttles }: Confirming,
  { playerId, sessionId, password, countedAs }: ConfirmPassword,
): Promise<Result<null, 'too_many_requests' | 'wrong_password'>> {
  const tries: Try[] = [{ name: countedAs, of: `${playerId} ${sessionId}` }]
  if ((await throttles.count(tries)).size > 0) return refuse('too_many_requests')
  const [secret] = await selectSecret(deps.db, playerId)
  const { passwordHash } = present(secret, `player ${playerId}`)
  const matches = await refundOnFault(throttles, tries, () =>
    passwords.verify(passwordHash, password, ofSession),
  )
  if (!matches) return refuse('wrong_password')
  await throttles.refund(tries)
  return ok(null)
}

type VerifyPassword = { playerId: number; sessionId: number; password: string }

/** Repeats the password within a session: for minutes the session may do what a stolen one must not. */
export async function verifyPassword(
  identity: Confirming & { settings: Pick<IdentitySettings, 'session'> },
  request: VerifyPassword,
): Promise<Result<null, 'too_many_requests' | 'wrong_password'>> {
  const confirmed = await confirmPassword(identity, { ...request, countedAs: 'verify-password' })
  if (!confirmed.ok) return confirmed
  const { deps, settings } = identity
  await updateVerified(deps.db, request.sessionId, settings.session.verifiedSeconds)
  return confirmed
}
