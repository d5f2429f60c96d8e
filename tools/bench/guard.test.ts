import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../test/test-deps.ts'
import { type Cost, costOf, measureGuard } from './guard.ts'

let opened: Awaited<ReturnType<typeof openTestDeps>>
beforeAll(async () => {
  opened = await openTestDeps()
})
afterAll(() => opened.close())

type Bound = Omit<Cost, 'operation' | 'count' | 'walBytes'>

/**
 * What lists of 128 cost (settled: 768 bets of 1, 4 and 12 legs), measured on 2026-11-27, rows on 2026-11-29, and a tenth above it. The log
 * is measured, not bounded: whatever else the database does meanwhile stands in it too. Who needs more raises a number here, and says in the commit what for.
 */
const bounds: Readonly<Record<string, Bound>> = {
  transfers: { transactions: 1, statements: 5, rows: 4.4 },
  'rounds of dice': { transactions: 1, statements: 13, rows: 4.5 },
  'rounds of limbo': { transactions: 1, statements: 11, rows: 4.5 },
  'bets of 1 leg': { transactions: 1, statements: 19, rows: 6.7 },
  'bets of 4 legs': { transactions: 1, statements: 19, rows: 13.3 },
  'bets of 12 legs': { transactions: 1, statements: 20, rows: 30.1 },
  // Through lists, two to six by how their callers meet.
  'cash-outs of 12 legs': { transactions: 6, statements: 140, rows: 21 },
  // One check of what other feeds say for each forty matches. Bets and their legs are read by a statement each.
  'settled bets': { transactions: 13, statements: 208, rows: 28.8 },
}

test('rows are counted of all parts of a statement', async () => {
  const { db } = opened.deps
  const run = () => db`
    with one as (insert into ledger_transfer_key (player_id, key) values (1, 'guard:1'), (1, 'guard:2'))
    insert into ledger_transfer_key (player_id, key) values (1, 'guard:3')`
  expect(await costOf(db, { operation: 'keys', count: 1, run })).toMatchObject({ statements: 1, rows: 3 })
})

test('no operation that players wait for costs more than it did', async () => {
  const costs = await measureGuard(opened.deps)
  expect(costs.map(({ operation }) => operation)).toEqual(Object.keys(bounds))
  const above = costs.flatMap((cost) =>
    Object.entries(bounds[cost.operation] ?? {}).flatMap(([what, bound]) => {
      const value = cost[what as keyof Bound]
      return value > bound ? [`${cost.operation}: ${what} ${value}, at most ${bound}`] : []
    }),
  )
  expect(above).toEqual([])
}, 120_000)
