import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { newPlayer } from '../cashier/testing/players.ts'
import type { Deps } from '../platform/deps.ts'
import { makeTransfers, readBalances, readJournal, readTrialBalance } from './index.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

const moment = async (): Promise<Date> => {
  const rows = await deps.db<{ at: Date }[]>`select clock_timestamp() + interval '1 millisecond' as at`
  return rows[0]?.at ?? new Date(0)
}
const sumOf = (lines: readonly { balanceCents: number }[]) =>
  lines.reduce((sum, { balanceCents }) => sum + balanceCents, 0)

test('K8 what stood on every account at a past moment is worked out from what was booked', async () => {
  const [one, two] = [await newPlayer(deps), await newPlayer(deps)]
  const cashOf = (player: { playerId: number }) => ({ playerId: player.playerId, kind: 'cash' }) as const
  const past: { at: Date; cashCents: number }[] = []
  const steps = [
    { from: 'pix_in', to: cashOf(one), cents: 10_000 },
    { from: cashOf(one), to: cashOf(two), cents: 2_500 },
    { from: cashOf(two), to: 'sportsbook', cents: 700 },
    { from: 'pix_in', to: cashOf(two), cents: 1 },
  ] as const
  for (const [at, step] of steps.entries()) {
    await makeTransfers(deps, [{ key: `step:${at}`, ...step }])
    const balances = await readBalances(deps.db, [one.playerId, two.playerId])
    const cashCents = [...balances.values()].reduce((sum, balance) => sum + balance.cashCents, 0)
    past.push({ at: await moment(), cashCents })
    await new Promise((resolve) => setTimeout(resolve, 3)) // a moment of JavaScript is a millisecond
  }
  for (const { at, cashCents } of past) {
    const lines = await readTrialBalance(deps.db, at)
    expect(lines.find(({ account }) => account === 'player:cash')?.balanceCents).toBe(cashCents)
    expect(sumOf(lines)).toBe(0)
    // The entries of the accounts, which are written beside the transfers, say the same.
    const entries = await deps.db<{ cents: number }[]>`
      select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entry
       where player_id = any(${[one.playerId, two.playerId]}::bigint[]) and created_at <= ${at}`
    expect(entries[0]?.cents).toBe(cashCents)
  }
  expect(past.map(({ cashCents }) => cashCents)).toEqual([10_000, 10_000, 9_300, 9_301])
})

test('the journal adds up: debits and credits are the same, and each balance is the opening one plus them', async () => {
  const rows = await deps.db<{ day: string }[]>`
    select (now() at time zone 'America/Sao_Paulo')::date::text as day`
  const day = rows[0]?.day ?? ''
  const lines = await readJournal(deps.db, { from: day, until: day })
  const total = (key: 'debitCents' | 'creditCents') => lines.reduce((sum, line) => sum + line[key], 0)
  expect(total('debitCents')).toBe(total('creditCents'))
  expect(total('debitCents')).toBe(10_000 + 2_500 + 700 + 1)
  for (const line of lines) {
    expect(line.balanceCents).toBe(line.openingCents + line.creditCents - line.debitCents)
  }
  expect(sumOf(lines)).toBe(0)
})
