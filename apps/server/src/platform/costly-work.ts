import { Busy } from './errors.ts'
import { hostOf } from './limits.ts'

/** How much of a work is done at once, how much waits for its turn, and how much of both may be one caller's. */
type Bound = { atOnce: number; waiting: number; each: number }

/**
 * Every work that a caller can order and that takes much longer than a call. Node's pool has four threads, which argon2id
 * (two at once, by its own settings) and files need too: a work that takes one of them for long is done one at a time.
 */
export const costlyWork = {
  /** Decodes and writes a picture: a thread of the pool for up to two seconds, and some 50 MB. */
  picture: { atOnce: 1, waiting: 8, each: 1 },
  /** The same of a document or a face: those who wait for a check hold up no chat. */
  document: { atOnce: 1, waiting: 20, each: 1 },
  /** Draws a captcha, or makes its sound: milliseconds of the pool, but for anybody who asks. */
  captcha: { atOnce: 1, waiting: 200, each: 50 },
  /** A statement of up to a year as CSV or PDF, or the sums of a year: 50,000 rows, and megabytes of letters. */
  statement: { atOnce: 2, waiting: 60, each: 20 },
  /** Everything that is kept about a player as one file: some tens of thousands of rows. */
  export: { atOnce: 1, waiting: 20, each: 1 },
  /** A signed file of 5,000 rounds, with their proofs. */
  record: { atOnce: 2, waiting: 30, each: 2 },
  /** Prices bet builders for who only asks (alone, for the most stake, booked, opened): a tenth of a second each where their match changed since. */
  builder: { atOnce: 2, waiting: 100, each: 20 },
  /** Looks for bets by more than their order: thousands of a player's bets, with their legs, for one page. */
  betSearch: { atOnce: 2, waiting: 200, each: 10 },
} as const satisfies Record<string, Bound>

/**
 * Does a work in its turn, for a caller; throws `Busy` where too much waits, or too much of it is this caller's. What goes
 * first waits for nothing but the others that go first, and has as many places to wait as the rest: a crowd in front of the
 * door neither holds it up nor keeps it out.
 */
export type InTurn = <T>(
  of: string | number,
  work: () => Promise<T>,
  more?: { goesFirst: boolean },
) => Promise<T>

/** Turns of one kind of work in this process. */
export const turnsOf = (name: keyof typeof costlyWork): InTurn => inTurns(name, costlyWork[name])

/** The same with bounds that are settings. */
export function inTurns(name: string, { atOnce, waiting, each }: Bound): InTurn {
  let working = 0
  const first: (() => void)[] = []
  const others: (() => void)[] = []
  const own = new Map<string, number>()
  return async <T>(
    of: string | number,
    work: () => Promise<T>,
    { goesFirst } = { goesFirst: false },
  ): Promise<T> => {
    const queue = goesFirst ? first : others
    const host = hostOf(String(of))
    const ordered = own.get(host) ?? 0
    if (ordered >= each || (working >= atOnce && queue.length >= waiting))
      throw new Busy(`too much is ordered at once: ${name}`)
    own.set(host, ordered + 1)
    // The finished work passes its slot on directly, so that no newcomer can take it first.
    if (working >= atOnce) await new Promise<void>((resolve) => queue.push(resolve))
    else working += 1
    try {
      return await work()
    } finally {
      const left = (own.get(host) ?? 1) - 1
      if (left > 0) own.set(host, left)
      else own.delete(host)
      const next = first.shift() ?? others.shift()
      if (next) next()
      else working -= 1
    }
  }
}
