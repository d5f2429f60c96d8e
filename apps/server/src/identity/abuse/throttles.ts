import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { type Challenge, isProof } from '@palpite/contract/proof'
import type { Db, Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { networkGroups, plainAddress } from '../../platform/limits.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Rate, ThrottleName, IdentitySettings } from '../settings.ts'
import {
  addTries,
  deleteTries,
  lockTries,
  selectTries,
  refundTries,
  insertUsedProof,
  selectProofEnd,
  selectProofKey,
} from './queries.ts'

/** One counted attempt: the limit's name, and the key it is counted for. */
export type Try<N extends string = ThrottleName> = { name: N; of: string }

/** Counted in the database, so that a restart or a second server does not reset the limits. */
export type Throttles<N extends string = ThrottleName> = {
  /**
   * Counts one attempt for each and returns those over their limit. If any is over, nothing is counted: a refused
   * call uses up nothing, least of all the shared limits.
   */
  count: (tries: readonly Try<N>[]) => Promise<ReadonlySet<N>>
  /** Which of these are over their limit. Counts nothing. */
  check: (tries: readonly Try<N>[]) => Promise<ReadonlySet<N>>
  /** Returns attempts that turned out to be legitimate. */
  refund: (tries: readonly Try<N>[]) => Promise<void>
  forget: (sql: Sql, one: Try<N>) => Promise<void>
}

export const openThrottles = <N extends string>(db: Db, rates: Record<N, Rate>): Throttles<N> => {
  const overOf = (tries: readonly Try<N>[], rows: readonly { key: string; taken: number }[]): Set<N> => {
    const counts = new Map(rows.map((row) => [row.key, row.taken]))
    return new Set(
      tries.filter((one) => (counts.get(keyOf(one)) ?? 0) >= rates[one.name].max).map(({ name }) => name),
    )
  }
  const check = async (tries: readonly Try<N>[]) => overOf(tries, await selectTries(db, tries.map(keyOf)))
  return {
    check,
    count: async (tries) => {
      const keys = tries.map(keyOf)
      // Checked without a lock first: in a storm, refused calls write nothing and wait for no lock.
      const before = await check(tries)
      if (before.size > 0) return before
      const seconds = tries.map(({ name }) => rates[name].seconds)
      return db.begin(async (tx) => {
        const over = overOf(tries, await lockTries(tx, keys, seconds))
        if (over.size === 0) await addTries(tx, keys)
        return over
      })
    },
    refund: async (tries) => {
      await refundTries(db, tries.map(keyOf))
    },
    forget: async (within, one) => {
      await deleteTries(within, keyOf(one))
    },
  }
}

/**
 * Runs work that these attempts were counted for. If it fails by a fault, nothing was guessed: the attempts are
 * returned, or a player retrying under load would be locked out.
 */
export async function refundOnFault<N extends string, T>(
  throttles: Throttles<N>,
  tries: readonly Try<N>[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await throttles.refund(tries)
    throw error
  }
}

/** E-mails and addresses are hashed, so that the table does not list who tries to sign in. */
const keyOf = ({ name, of }: Try<string>): string =>
  `${name}:${createHash('sha256').update(of).digest('base64url').slice(0, 22)}`

/**
 * The network of an address: a /24 of IPv4, a /56 of IPv6. A client with one of its addresses easily has the others.
 */
export function networkOf(ip: string): string {
  const plain = plainAddress(ip)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(plain)) return plain
  const [one, two, three, four] = networkGroups(plain)
  return `${one}:${two}:${three}:${four.slice(0, 2)}00::/56`
}

/** The limits on calls. */
type Bounds = { proofs: Proofs; throttles: Throttles }

type Sent = ProofOf & { proof: string | undefined }

/**
 * Counts a call against its network's and the global limit, or admits it by a proof of work, which everybody needs
 * while it `isCrowded`. Returns what was counted: nothing if admitted by proof. A refusal contains the challenge to
 * solve.
 */
export async function passGates(
  bounds: Bounds,
  { proof, gates, isCrowded = false, ...of }: Sent & { gates: readonly Try[]; isCrowded?: boolean },
): Promise<Result<readonly Try[], 'proof_needed'>> {
  if (await bounds.proofs.verify(proof, of)) return ok([])
  if (isCrowded) return needsProof(bounds, of)
  const over = await bounds.throttles.count(gates)
  return over.size === 0 ? ok(gates) : needsProof(bounds, of)
}

/**
 * Identifies a player, counted against the caller's network, because the answer reveals something about a person.
 * Counted once the registers have confirmed the person, when `admit` is called: failed or pending tries do not use
 * the network's limit. Returned if nobody was identified after all, unless the answer reveals something all the same.
 */
export async function identifyWithinRate(
  { throttles }: Pick<Bounds, 'throttles'>,
  ip: string,
  identify: (admit: () => Promise<boolean>) => Promise<Result<null>>,
): Promise<Result<null>> {
  const tries: Try[] = [{ name: 'kyc-network', of: networkOf(ip) }]
  if ((await throttles.check(tries)).size > 0) return refuse('too_many_requests')
  let counted: readonly Try[] = []
  // Called again when a failed list is retried one by one; counted only once.
  const admit = async () => {
    if (counted.length === 0 && (await throttles.count(tries)).size === 0) counted = tries
    return counted.length > 0
  }
  const refund = async () => {
    if (counted.length > 0) await throttles.refund(counted)
  }
  try {
    const identified = await identify(admit)
    // Refused after the registers have confirmed the person, it would let a network try one CPF after the other.
    if (!identified.ok && identified.refusal.code !== 'identity_not_confirmed') await refund()
    return identified
  } catch (error) {
    await refund()
    throw error
  }
}

/** Consumes the proof of an admitted call, so that it cannot be reused. */
export async function spendProof(
  bounds: Bounds,
  { proof = '', ...of }: Sent,
): Promise<Result<null, 'proof_needed'>> {
  return (await bounds.proofs.use(proof)) ? ok(null) : needsProof(bounds, of)
}

const needsProof = async ({ proofs }: Pick<Bounds, 'proofs'>, of: ProofOf) =>
  refuse('proof_needed', { detail: await proofs.challenge(of) })

/** What a proof of work is valid for: one kind of call, from one network. */
export type ProofOf = { purpose: 'login' | 'register'; network: string }

export type Proofs = {
  /** A new challenge. Stateless: it carries its terms, signed. */
  challenge: (of: ProofOf) => Promise<Challenge>
  /** Whether a proof solves one of our challenges for this purpose. Does not check whether it was used. */
  verify: (proof: string | undefined, of: ProofOf) => Promise<boolean>
  /** Consumes a verified proof. False if it was used before or has expired. */
  use: (proof: string) => Promise<boolean>
}

const KEY_BYTES = 32
const NONCE_BYTES = 12

/** Challenges are signed, not stored: a storm of refused calls writes nothing. Only solved ones are stored. */
export function openProofs({ db, random }: Deps, settings: IdentitySettings['proof']): Proofs {
  let key: Promise<string> | undefined
  const keyOf = () =>
    (key ??= selectProofKey(db, random.token(KEY_BYTES)).catch((error: unknown) => {
      key = undefined // fetched again by the next call
      throw error
    }))
  const signed = async (terms: string, { purpose, network }: ProofOf): Promise<string> =>
    createHmac('sha256', await keyOf())
      .update(`${purpose} ${network} ${terms}`)
      .digest('base64url')
  return {
    challenge: async (of) => {
      const endsAt = await selectProofEnd(db, settings.liveSeconds)
      const terms = `${settings.bits}.${endsAt}.${random.token(NONCE_BYTES)}`
      return { challenge: `${terms}.${await signed(terms, of)}`, bits: settings.bits }
    },
    verify: async (proof, of) => {
      const read = readProof(proof ?? '')
      if (!read) return false
      const expected = await signed(read.terms, of)
      if (expected.length !== read.signature.length) return false
      if (!timingSafeEqual(Buffer.from(expected), Buffer.from(read.signature))) return false
      return isProof(read, read.number)
    },
    use: (proof) => {
      const read = readProof(proof)
      return read ? insertUsedProof(db, read.nonce, read.endsAt) : Promise.resolve(false)
    },
  }
}

const SHAPE =
  /^(?<challenge>(?<terms>(?<bits>\d{1,2})\.(?<endsAt>\d{1,12})\.(?<nonce>[\w-]{8,40}))\.(?<signature>[\w-]{43})):(?<number>\d{1,10})$/

function readProof(proof: string) {
  const parts = SHAPE.exec(proof)?.groups
  if (!parts) return undefined
  const { challenge = '', terms = '', nonce = '', signature = '' } = parts
  return {
    challenge,
    terms,
    nonce,
    signature,
    bits: Number(parts['bits']),
    endsAt: Number(parts['endsAt']),
    number: Number(parts['number']),
  }
}
