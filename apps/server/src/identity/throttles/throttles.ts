import { createHash } from 'node:crypto'
import type { Sql } from '../../platform/db/index.ts'
import type { Rate, ThrottleName } from '../settings.ts'
import { addTries, deleteTries, takeBackTries } from './queries.ts'

/** One thing that is counted: by what, and whose. */
export type Try<N extends string = ThrottleName> = { name: N; of: string }

/** Counted in the database, so that a restart or a second server gives nobody a fresh start. */
export type Throttles<N extends string = ThrottleName> = {
  /** Counts one try of each and answers which of them have gone over their rate. */
  take: (tries: readonly Try<N>[]) => Promise<ReadonlySet<N>>
  /** Takes tries back that turned out to be right. */
  giveBack: (tries: readonly Try<N>[]) => Promise<void>
  forget: (sql: Sql, one: Try<N>) => Promise<void>
}

export const openThrottles = <N extends string>(sql: Sql, rates: Record<N, Rate>): Throttles<N> => ({
  take: async (tries) => {
    const rows = await addTries(
      sql,
      tries.map(keyOf),
      tries.map(({ name }) => rates[name].seconds),
    )
    const taken = new Map(rows.map((row) => [row.key, row.taken]))
    return new Set(
      tries.filter((one) => (taken.get(keyOf(one)) ?? 0) > rates[one.name].max).map(({ name }) => name),
    )
  },
  giveBack: async (tries) => {
    await takeBackTries(sql, tries.map(keyOf))
  },
  forget: async (within, one) => {
    await deleteTries(within, keyOf(one))
  },
})

/** E-mails and addresses are hashed: the table is no list of who tries to sign in. */
const keyOf = ({ name, of }: Try<string>): string =>
  `${name}:${createHash('sha256').update(of).digest('base64url').slice(0, 22)}`
