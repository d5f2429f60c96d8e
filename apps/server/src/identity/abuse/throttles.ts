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

/** One thing that is counted: by what, and whose. */
export type Try<N extends string = ThrottleName> = { name: N; of: string }

/** Counted in the database, so that a restart or a second server gives nobody a fresh start. */
export type Throttles<N extends string = ThrottleName> = {
  /**
   * Counts one try of each, and answers which of them have no room left. Where one has none, nothing is counted: what
   * is refused uses up nothing, least of all what all have together.
   */
  take: (tries: readonly Try<N>[]) => Promise<ReadonlySet<N>>
  /** Which of these have no room left. Counts nothing. */
  look: (tries: readonly Try<N>[]) => Promise<ReadonlySet<N>>
  /** Takes tries back that turned out to be right. */
  giveBack: (tries: readonly Try<N>[]) => Promise<void>
  forget: (sql: Sql, one: Try<N>) => Promise<void>
}

export const openThrottles = <N extends string>(db: Db, rates: Record<N, Rate>): Throttles<N> => {
  const overOf = (tries: readonly Try<N>[], rows: readonly { key: string; taken: number }[]): Set<N> => {
    const taken = new Map(rows.map((row) => [row.key, row.taken]))
    return new Set(
      tries.filter((one) => (taken.get(keyOf(one)) ?? 0) >= rates[one.name].max).map(({ name }) => name),
    )
  }
  const look = async (tries: readonly Try<N>[]) => overOf(tries, await selectTries(db, tries.map(keyOf)))
  return {
    look,
    take: async (tries) => {
      const keys = tries.map(keyOf)
      // Looked at without a lock first: in a storm the refused ones write nothing and wait for nobody.
      const before = await look(tries)
      if (before.size > 0) return before
      const seconds = tries.map(({ name }) => rates[name].seconds)
      return db.begin(async (tx) => {
        const over = overOf(tries, await lockTries(tx, keys, seconds))
        if (over.size === 0) await addTries(tx, keys)
        return over
      })
    },
    giveBack: async (tries) => {
      await refundTries(db, tries.map(keyOf))
    },
    forget: async (within, one) => {
      await deleteTries(within, keyOf(one))
    },
  }
}

/**
 * Does a work that these tries were counted for. One that fails by itself has looked at nothing: the tries are given back, or
 * a player who comes again while much is going on would be locked out by it.
 */
export async function orGiveBack<N extends string, T>(
  throttles: Throttles<N>,
  tries: readonly Try<N>[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await throttles.giveBack(tries)
    throw error
  }
}

/** E-mails and addresses are hashed: the table is no list of who tries to sign in. */
const keyOf = ({ name, of }: Try<string>): string =>
  `${name}:${createHash('sha256').update(of).digest('base64url').slice(0, 22)}`

/**
 * The network an address belongs to: a /24 of IPv4, a /56 of IPv6. Whoever has one address of it easily has
 * the others.
 */
export function networkOf(ip: string): string {
  const plain = plainAddress(ip)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(plain)) return plain
  const [one, two, three, four] = networkGroups(plain)
  return `${one}:${two}:${three}:${four.slice(0, 2)}00::/56`
}

/** What bounds calls. */
type Bounds = { proofs: Proofs; throttles: Throttles }

type Sent = ProofOf & { proof: string | undefined }

/**
 * Counts a call against what its network and everybody have together, or lets it pass them by a proof of work. Answers
 * what was counted: nothing where it passed by proof. Who is refused is told the challenge to prove.
 */
export async function passGates(
  bounds: Bounds,
  { proof, gates, ...of }: Sent & { gates: readonly Try[] },
): Promise<Result<readonly Try[], 'proof_needed'>> {
  if (await bounds.proofs.verify(proof, of)) return ok([])
  const over = await bounds.throttles.take(gates)
  return over.size === 0 ? ok(gates) : needsProof(bounds, of)
}

/**
 * Identifies a player, counted for the network that asks: the answer tells something about a person, who may be another.
 * Counted once the registers have confirmed the person, when `admit` is called: tries that fail, or still wait for an answer,
 * take no room from others of the network. Where nobody was identified after all the try is given back.
 */
export async function identifyWithinRate(
  { throttles }: Pick<Bounds, 'throttles'>,
  ip: string,
  identify: (admit: () => Promise<boolean>) => Promise<Result<null>>,
): Promise<Result<null>> {
  const tries: Try[] = [{ name: 'kyc-network', of: networkOf(ip) }]
  if ((await throttles.look(tries)).size > 0) return refuse('too_many_requests')
  let counted: readonly Try[] = []
  // Asked again where its list failed and it goes alone: it stays counted once.
  const admit = async () => {
    if (counted.length === 0 && (await throttles.take(tries)).size === 0) counted = tries
    return counted.length > 0
  }
  const giveBack = async () => {
    if (counted.length > 0) await throttles.giveBack(counted)
  }
  try {
    const identified = await identify(admit)
    if (!identified.ok) await giveBack()
    return identified
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** Uses up the proof that a call has passed by, so that it passes no other. */
export async function spendProof(
  bounds: Bounds,
  { proof = '', ...of }: Sent,
): Promise<Result<null, 'proof_needed'>> {
  return (await bounds.proofs.use(proof)) ? ok(null) : needsProof(bounds, of)
}

const needsProof = async ({ proofs }: Pick<Bounds, 'proofs'>, of: ProofOf) =>
  refuse('proof_needed', { detail: await proofs.challenge(of) })

/** What a proof of work is good for: one kind of call, from one network. */
export type ProofOf = { purpose: 'login' | 'register'; network: string }

export type Proofs = {
  /** A fresh challenge. Nothing is kept of it: it carries its terms, signed. */
  challenge: (of: ProofOf) => Promise<Challenge>
  /** Whether a proof that was sent answers a challenge of ours, for this. Says nothing of whether it was used. */
  verify: (proof: string | undefined, of: ProofOf) => Promise<boolean>
  /** Uses a verified proof up. False when it was used before, or came too late. */
  use: (proof: string) => Promise<boolean>
}

const KEY_BYTES = 32
const NONCE_BYTES = 12

/** Challenges are signed, not stored: a storm of refused calls writes nothing. Only those that are met are kept. */
export function openProofs({ db, random }: Deps, settings: IdentitySettings['proof']): Proofs {
  let key: Promise<string> | undefined
  const keyOf = () =>
    (key ??= selectProofKey(db, random.token(KEY_BYTES)).catch((error: unknown) => {
      key = undefined // asked for again by the next call
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
