import { chainEntry, seedEntry } from './log-entries.ts'
import { isIncluded } from './merkle-proofs.ts'
import { leafHash } from './merkle-tree.ts'
import { plainHmac, seedHash } from './plain-hmac.ts'
import { type Deciders, RECORD_FORMAT, type RecordedRound, type RoundsRecord } from './record.ts'
import { type Ending, endingOf, toldResult } from './record-round.ts'

/** What is wrong with a round of a file. */
export type RoundFinding =
  /** It cannot be worked out again with what the file has. */
  | 'unreadable'
  /** Its result is not that of its seeds. */
  | 'result'
  /** It was told as won, lost or given back, and was not. */
  | 'status'
  /** It pays something else. */
  | 'payout'
  /** Payouts less stakes up to it are something else. */
  | 'running'
  /** It is not the one that follows: one is missing, or there twice. */
  | 'order'
  /** The seed of its draw does not lead to what was committed to. */
  | 'chain'

/** A round worked out again, with what it should be. */
export type CheckedRound = {
  readonly round: RecordedRound
  readonly ending: Ending | undefined
  readonly runningCents: number
  readonly findings: readonly RoundFinding[]
}

/** What is wrong with a file as a whole. */
export type RecordFinding =
  /** The server seed is not the one whose hash was shown. */
  | 'seed'
  /** What was committed to is not proven to be in the public log. */
  | 'log'
  /** The sums are not those of its rounds. */
  | 'totals'

export type CheckedRecord = {
  readonly rounds: readonly CheckedRound[]
  readonly findings: readonly RecordFinding[]
}

/** Is this the content of a file of rounds, as far as its outside tells? */
export const isRecord = (content: unknown): content is RoundsRecord =>
  typeof content === 'object' &&
  content !== null &&
  'format' in content &&
  content.format === RECORD_FORMAT &&
  ['rounds', 'chains', 'commitments'].every((name) =>
    Array.isArray((content as Record<string, unknown>)[name]),
  )

/**
 * Works every round of a file out again: outcome, payout and running balance; that none is missing; and that its seeds were
 * committed to. Needs nothing but the file. Who signed it is asked elsewhere.
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
  let before: RecordedRound | undefined
  const rounds = record.rounds.map((round): CheckedRound => {
    const findings: RoundFinding[] = isNext(before, round) ? [] : ['order']
    before = round
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
  const isSameResult = JSON.stringify(ending.result) === JSON.stringify(toldResult(round))
  const pays = ending.payoutCents === round.payoutCents && ending.multiplierE4 === round.multiplierE4
  return [
    ...(isSameResult ? [] : (['result'] as const)),
    ...(ending.status === round.status ? [] : (['status'] as const)),
    ...(pays ? [] : (['payout'] as const)),
  ]
}

/** Rounds of a pair have the nonces one after the other, so that none can be left out; those of draws are each there once. */
const isNext = (before: RecordedRound | undefined, { nonce, roundId }: RecordedRound): boolean =>
  before === undefined ||
  (nonce === null ? before.roundId !== roundId : before.nonce !== null && nonce === before.nonce + 1)

type Draw = NonNullable<RecordedRound['draw']>

/** Tells whether a draw's seed leads, hash by hash, to the commitment of its chain. Each chain is walked once, from its end. */
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

/** No chain is longer: a file may say anything. */
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
  ]
}

/** Whether all that these rounds rest on is proven to be in the log whose head is in the file. */
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
