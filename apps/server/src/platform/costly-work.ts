import { Busy } from './errors.ts'
import { hostOf } from './limits.ts'

/** How many tasks run at once, how many wait, and how many of both may belong to one caller. */
type Bound = { atOnce: number; waiting: number; each: number }

/**
 * Every task a caller can trigger that takes much longer than a call. Node's pool has four threads, which argon2id
 * (two at once, by its own settings) and files need too: a task that holds one of them for long runs one at a time.
 */
export const costlyWork = {
  /** Decodes and encodes a picture: a pool thread for up to two seconds, and about 50 MB. */
  picture: { atOnce: 1, waiting: 8, each: 1 },
  /** The same for documents and faces, separate so that they do not delay the chat. */
  document: { atOnce: 1, waiting: 20, each: 1 },
  /** Draws a captcha or its audio: milliseconds of the pool, but open to anybody. */
  captcha: { atOnce: 1, waiting: 200, each: 50 },
  /** A statement of up to a year as CSV or PDF, or the sums of a year: 50,000 rows, and megabytes of text. */
  statement: { atOnce: 2, waiting: 60, each: 20 },
  /** All data stored about a player as one file: tens of thousands of rows. */
  export: { atOnce: 1, waiting: 20, each: 1 },
  /** A signed file of 5,000 rounds, with their proofs. */
  record: { atOnce: 2, waiting: 30, each: 2 },
  /**
   * Prices bet builders without placing a bet (price, maximum stake, booking): a tenth of a second each if the match
   * changed since.
   */
  builder: { atOnce: 2, waiting: 100, each: 20 },
  /** Searches bets by more than their order: thousands of a player's bets, with their legs, for one page. */
  betSearch: { atOnce: 2, waiting: 200, each: 10 },
} as const satisfies Record<string, Bound>

/**
 * Who asks: a known device or a session, a client with a proof of work, or anybody. Known
 * devices go before proofs, because an attacker with many cores solves proofs cheaply.
 */
const RANKS = ['known', 'proven', 'unknown'] as const
export type Rank = (typeof RANKS)[number]

/**
 * Runs a task in the queue, for a caller; throws `Busy` if the queue is full or the caller has too many. Tasks of each
 * rank have a queue of the same length and wait only for their own and higher ranks: a crowd neither delays nor
 * excludes those above it.
 */
export type InTurn = <T>(of: string | number, work: () => Promise<T>, more?: { rank: Rank }) => Promise<T>

/** The same, with the number of tasks of the lowest rank that wait now. */
type CountedTurns = InTurn & { waiting: () => number }

/** The queue of one kind of task in this process. */
export const turnsOf = (name: keyof typeof costlyWork): InTurn => inTurns(name, costlyWork[name])

/** The same with limits from settings. */
export function inTurns(name: string, { atOnce, waiting, each }: Bound): CountedTurns {
  let working = 0
  const queues: Record<Rank, (() => void)[]> = { known: [], proven: [], unknown: [] }
  const own = new Map<string, number>()
  const inTurn = async <T>(
    of: string | number,
    work: () => Promise<T>,
    { rank }: { rank: Rank } = { rank: 'unknown' },
  ): Promise<T> => {
    const queue = queues[rank]
    const host = hostOf(String(of))
    const ordered = own.get(host) ?? 0
    if (ordered >= each || (working >= atOnce && queue.length >= waiting))
      throw new Busy(`too many tasks at once: ${name}`)
    own.set(host, ordered + 1)
    // The finished task passes its slot on directly, so that no newcomer can take it first.
    if (working >= atOnce) await new Promise<void>((resolve) => queue.push(resolve))
    else working += 1
    try {
      return await work()
    } finally {
      const left = (own.get(host) ?? 1) - 1
      if (left > 0) own.set(host, left)
      else own.delete(host)
      const next = RANKS.map((one) => queues[one])
        .find(({ length }) => length > 0)
        ?.shift()
      if (next) next()
      else working -= 1
    }
  }
  return Object.assign(inTurn, { waiting: () => queues.unknown.length })
}
