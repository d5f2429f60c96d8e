import { createHash } from 'node:crypto'
import type { Sql } from '../../platform/db/index.ts'
import type { Rate, ThrottleName } from '../settings.ts'
import { addTries, deleteTries, takeBackTries } from './queries.ts'

/** One thing that is counted: by what, and whose. */
export type Try = { name: ThrottleName; of: string }

/** Counted in the database, so that a restart or a second server gives nobody a fresh start. */
export type Throttles = {
  /** Counts one try of each and answers which of them have gone over their rate. */
  take: (tries: readonly Try[]) => Promise<ReadonlySet<ThrottleName>>
  /** Takes tries back that turned out to be right. */
  giveBack: (tries: readonly Try[]) => Promise<void>
  forget: (sql: Sql, one: Try) => Promise<void>
}

export const openThrottles = (sql: Sql, rates: Record<ThrottleName, Rate>): Throttles => ({
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
const keyOf = ({ name, of }: Try): string =>
  `${name}:${createHash('sha256').update(of).digest('base64url').slice(0, 22)}`
