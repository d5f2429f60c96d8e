import { chainEntry, seedEntry } from './log-entries.ts'
import { isIncluded } from './merkle-proofs.ts'
import { leafHash } from './merkle-tree.ts'
import { plainHmac, seedHash } from './plain-hmac.ts'
import {
  type Deciders,
  RECORD_FORMAT,
  type RecordedRound,
  ROUNDS_PER_PART,
  type RoundsRecord,
} from './record.ts'
import { type Ending, endingOf, recordedResult } from './record-round.ts'

/** The faults of a round in a file. */
export type RoundFinding =
  /** The file lacks data to recompute it. */
  | 'unreadable'
  /** Its result differs from its seeds'. */
  | 'result'
  /** It was recorded with the wrong outcome (won, lost or refunded). */
  | 'status'
  /** Its payout differs. */
  | 'payout'
  /** The running balance differs. */
  | 'running'
  /** It is out of sequence: one is missing or duplicated. A pair's nonces run from 0 through all parts. */
  | 'order'
  /** Its draw's seed does not lead to the commitment. */
  | 'chain'

/** A recomputed round with the expected values. */
export type CheckedRound = {
  readonly round: RecordedRound
  readonly ending: Ending | undefined
  readonly runningCents: number
  readonly findings: readonly RoundFinding[]
}

/** The faults of a whole file. */
export type RecordFinding =
  /** The server seed does not match the shown hash. */
  | 'seed'
  /** A commitment is not proven to be in the public log. */
  | 'log'
  /** The sums differ from its rounds'. */
  | 'totals'
  /** It has fewer or more rounds than its part of a longer list. */
  | 'part'

export type CheckedRecord = {
  readonly rounds: readonly CheckedRound[]
  readonly findings: readonly RecordFinding[]
}

/** Whether this has the shape of a file of rounds. */
export const isRecord = (content: unknown): content is RoundsRecord =>
  typeof content === 'object' &&
  content !== null &&
  'format' in content &&
  content.format === RECORD_FORMAT &&
  ['rounds', 'chains', 'commitments'].every((name) =>
    Array.isArray((content as Record<string, unknown>)[name]),
  )

/**
 * Recomputes every round of a file: outcome, payout and running balance; completeness; and commitments. Needs only the
 * file. The signature is checked separately.
 */
export const verifyRecord = (record: RoundsRecord): CheckedRecord => {
  const nameOf = (chain: { room: string; commitment: string }) => `${chain.room} ${chain.commitment}`
  const salts = new Map(record.chains.map((chain) => [nameOf(chain), chain.salt]))
  const deciders: Deciders = {
    hmac: plainHmac,
    pair: record.pair,
    saltOf: (chain) => salts.get(nameOf(chain)),
  }
  const leads = seedsThatLead(record.rounds)
  let runningCents = 0
  let nonce = record.pair ? (record.part - 1) * ROUNDS_PER_PART : null
  const seen = new Set<string>()
  const rounds = record.rounds.map((round): CheckedRound => {
    const findings: RoundFinding[] = round.nonce === nonce && !seen.has(round.roundId) ? [] : ['order']
    nonce = round.nonce === null ? null : round.nonce + 1
    seen.add(round.roundId)
    runningCents += round.payoutCents - round.stakeCents
    if (round.runningCents !== runningCents) findings.push('running')
    if (round.draw?.seed && !leads(round.draw)) findings.push('chain')
    let ending: Ending | undefined
    try {
      ending = endingOf(round, deciders)
      findings.push(...differences(round, ending))
    } catch {
      findings.push('unreadable')
    }
    return { round, ending, runningCents, findings }
  })
  return { rounds, findings: findingsOf(record) }
}

function differences(round: RecordedRound, ending: Ending): RoundFinding[] {
  const isSameResult = JSON.stringify(ending.result) === JSON.stringify(recordedResult(round))
  const pays = ending.payoutCents === round.payoutCents && ending.multiplierE4 === round.multiplierE4
  return [
    ...(isSameResult ? [] : (['result'] as const)),
    ...(ending.status === round.status ? [] : (['status'] as const)),
    ...(pays ? [] : (['payout'] as const)),
  ]
}

type Draw = NonNullable<RecordedRound['draw']>

/** Checks that a draw's seed leads by hashes to its chain's commitment. Each chain is walked once, from its end. */
function seedsThatLead(rounds: readonly RecordedRound[]): (draw: Draw) => boolean {
  const drawn = rounds.flatMap(({ draw }) => (draw?.seed ? [{ ...draw, seed: draw.seed }] : []))
  const good = new Set<string>()
  for (const commitment of new Set(drawn.map((draw) => draw.commitment))) {
    const own = drawn
      .filter((draw) => draw.commitment === commitment && Number.isSafeInteger(draw.place) && draw.place >= 0)
      .toSorted((a, b) => b.place - a.place)
    const [newest] = own
    if (!newest || newest.place > LONGEST) continue
    const known = new Map<number, string>()
    let seed = newest.seed
    for (let place = newest.place; place >= 0; place -= 1) {
      known.set(place, seed)
      seed = seedHash(seed)
    }
    if (seed !== commitment) continue
    for (const draw of own) if (known.get(draw.place) === draw.seed) good.add(keyOf(draw))
  }
  return (draw) => good.has(keyOf(draw))
}

/** The maximum chain length: a file may claim anything. */
const LONGEST = 2_000_000

const keyOf = ({ commitment, place, seed }: Draw): string => `${commitment}/${place}/${seed}`

function findingsOf(record: RoundsRecord): RecordFinding[] {
  const { pair, rounds, totals } = record
  const sum = (amount: (round: RecordedRound) => number) =>
    rounds.reduce((total, round) => total + amount(round), 0)
  const isSum =
    totals.stakeCents === sum(({ stakeCents }) => stakeCents) &&
    totals.payoutCents === sum(({ payoutCents }) => payoutCents)
  return [
    ...(pair && seedHash(pair.serverSeed) !== pair.serverSeedHash ? (['seed'] as const) : []),
    ...(isProven(record) ? [] : (['log'] as const)),
    ...(isSum ? [] : (['totals'] as const)),
    ...(isWhole(record) ? [] : (['part'] as const)),
  ]
}

/** Every part but the last is full, and none is empty. */
const isWhole = ({ part, parts, rounds: { length } }: RoundsRecord): boolean =>
  part === parts ? length > 0 && length <= ROUNDS_PER_PART : part < parts && length === ROUNDS_PER_PART

/** Whether all commitments of these rounds are proven in the log head in the file. */
function isProven({ pair, chains, commitments, head }: RoundsRecord): boolean {
  const needed = [
    ...(pair ? [seedEntry(pair.serverSeedHash)] : []),
    ...chains.map((chain) => chainEntry(chain)),
  ]
  return needed.every((entry) => {
    const proof = commitments.find((each) => each.entry === entry)?.proof
    return head && proof && proof.size === head.size && isIncluded(leafHash(entry), proof, head.rootHash)
  })
}
