import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { newPlayer } from '../cashier/testing/players.ts'
import type { Deps } from '../platform/deps.ts'
import { ownerOf } from '../../../../tools/test/database.ts'
import { until } from '../../../../tools/test/until.ts'
import {
  closeDays,
  makeTransfers,
  readBalances,
  readJournal,
  readTrialBalance,
  verifyLedger,
} from './index.ts'

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

test('K8 every account’s balance at a past moment is computed from its transfers', async () => {
  const [one, two] = [await newPlayer(deps), await newPlayer(deps)]
  const cashOf = (player: { playerId: number }) => ({ playerId: player.playerId, kind: 'cash' }) as const
  const past: { at: Date; cashCents: number }[] = []
  const steps = [
    { from: 'pix_in', to: cashOf(one), cents: 10_000 },
    { from: cashOf(one), to: cashOf(two), cents: 2_500 },
    { from: cashOf(two), to: 'sportsbook', cents: 700 },
    { from: 'pix_in', to: cashOf(two), cents: 1 },
  ] as const
  for (const [place, step] of steps.entries()) {
    await makeTransfers(deps, [{ key: `step:${place}`, ...step }])
    const balances = await readBalances(deps.db, [one.playerId, two.playerId])
    const cashCents = [...balances.values()].reduce((sum, balance) => sum + balance.cashCents, 0)
    const at = await moment()
    past.push({ at, cashCents })
    // JavaScript time has milliseconds: the next step must be later.
    await until('that moment is over', async () => (await moment()).getTime() > at.getTime() + 1)
  }
  for (const { at, cashCents } of past) {
    const lines = await readTrialBalance(deps.db, at)
    expect(lines.find(({ account }) => account === 'player:cash')?.balanceCents).toBe(cashCents)
    expect(sumOf(lines)).toBe(0)
    // The accounts' entries, written beside the transfers, agree.
    const entries = await deps.db<{ cents: number }[]>`
      select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entry
       where player_id = any(${[one.playerId, two.playerId]}::bigint[]) and created_at <= ${at}`
    expect(entries[0]?.cents).toBe(cashCents)
  }
  expect(past.map(({ cashCents }) => cashCents)).toEqual([10_000, 10_000, 9_300, 9_301])
})

test('the journal balances: debits equal credits, and each balance is the opening balance plus them', async () => {
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

test('a closed day equals its transfers, sums to zero, and can be read after the transfers are gone', async () => {
  const owner = ownerOf(deps.db)
  const player = await newPlayer(deps)
  const cash = { playerId: player.playerId, kind: 'cash' } as const
  for (const [at, cents] of [300, 50].entries())
    await makeTransfers(deps, [{ key: `old:${at}`, from: 'pix_in', to: cash, cents }])
  // Ten and two days ago; the transfers above stay on today, which is open.
  await owner`do $$ begin
    execute format('create table ledger_transfer_past partition of ledger_transfer for values from (%L) to (%L)',
                   '2020-01-01', date_trunc('month', now() at time zone 'UTC') at time zone 'UTC');
  end $$`
  await owner`alter table ledger_transfer disable trigger user`
  for (const [at, days] of [10, 2].entries())
    await owner`update ledger_transfer set created_at = now() - make_interval(days => ${days}) where key = ${`old:${at}`}`
  const [today] = await deps.db<{ day: string; from: string; until: string; begins: Date }[]>`
    select ((now() at time zone 'America/Sao_Paulo')::date)::text as day,
           ((now() at time zone 'America/Sao_Paulo')::date - 12)::text as "from",
           ((now() at time zone 'America/Sao_Paulo')::date)::text as "until",
           (now() at time zone 'America/Sao_Paulo')::date::timestamp at time zone 'America/Sao_Paulo' as begins`
  if (!today) throw new Error('a day exists')
  const moments = [3, 0].map((days) => new Date(today.begins.getTime() - days * 86_400_000))
  moments.push(await moment())
  const balances = () => Promise.all(moments.map((at) => readTrialBalance(deps.db, at)))
  const before = { balances: await balances(), journal: await readJournal(deps.db, today) }
  expect(before.balances.map((lines) => lines.find((one) => one.account === 'pix_in')?.balanceCents)).toEqual(
    [-300, -350, -10_351],
  )

  expect(await closeDays(deps)).toBe(10)
  expect(await closeDays(deps)).toBe(0)
  const closed = await deps.db<{ days: number; last: string }[]>`
    select count(distinct day)::int as days, max(day)::text as last from ledger_closing`
  expect(closed[0]?.days).toBe(10)
  expect(closed[0]?.last && closed[0].last < today.day).toBe(true)
  expect({ balances: await balances(), journal: await readJournal(deps.db, today) }).toEqual(before)
  for (const lines of before.balances) expect(sumOf(lines)).toBe(0)

  // A closing that was changed is found.
  const booksWrong = async () =>
    (await verifyLedger(deps.db, [])).filter((finding) => finding.includes('was closed'))
  const add = (cents: number) =>
    owner`update ledger_closing set credits_until_cents = credits_until_cents + ${cents} where account = 'pix_in'`
  expect(await booksWrong()).toEqual([])
  await owner`alter table ledger_closing disable trigger user`
  await add(5)
  expect(await booksWrong()).toEqual([
    `pix_in holds -10351 cents, the books since ${closed[0]?.last} was closed say -10346`,
  ])
  await add(-5)
  await owner`alter table ledger_closing enable trigger user`

  await owner`delete from ledger_transfer where key like 'old:%'`
  expect({ balances: await balances(), journal: await readJournal(deps.db, today) }).toEqual(before)
  await expect(deps.db`delete from ledger_closing`).rejects.toThrow('ledger_closing')
})
