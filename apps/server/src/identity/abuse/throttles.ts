import { createHash } from 'node:crypto'
import type { Db, Sql } from '../../platform/db/index.ts'
import type { Rate, ThrottleName } from '../settings.ts'
import { addTries, deleteTries, lockTries, selectTries, refundTries } from './queries.ts'
import { isIPv4, isIPv6 } from 'node:net'
import { networkGroups, plainAddress } from '../../platform/host-of.ts'

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
