import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { present } from '../platform/errors.ts'
import type { Deps } from '../platform/deps.ts'
import type { TurnoverChange } from './ledger-batch.ts'
import {
  countTurnover,
  earningBetween,
  earningOn,
  earlierDays,
  lifetimeTurnover,
  makeTransfers,
  netResultSince,
  lockAccounts,
  move,
  post,
  verifyLedger,
  readBalances,
  settledBetween,
  todayTurnover,
  turnoverOf,
} from './index.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

const none = {
  stakedCents: 0,
  settledCents: 0,
  returnedCents: 0,
  wageredCents: 0,
  contributedE4: 0,
  bets: 0,
  unrewardedCents: 0,
  endedUnsettledCents: 0,
}

let playerId = 5000
const nextPlayer = () => (playerId += 1)

const count = (...changes: TurnoverChange[]) =>
  deps.db.begin(async (tx) => {
    const batch = await lockAccounts(
      tx,
      changes.map((change) => change.playerId),
    )
    for (const change of changes) countTurnover(batch, change)
    await post(tx, batch)
    return batch
  })

const today = async (id: number) => (await todayTurnover(deps.db, [id])).get(id)
const lifetime = async (id: number) => (await lifetimeTurnover(deps.db, [id])).get(id)

/** The date a number of days from today (America/Sao_Paulo). */
const dayOf = async (days: number): Promise<string> => {
  const [row] = await deps.db<{ day: string }[]>`
    select ((now() at time zone 'America/Sao_Paulo')::date + ${days}::int)::text as day`
  return present(row, 'a day').day
}

/** Moves the player's last command back by some days. */
const age = (id: number, days: number) => deps.db`
  update ledger_account set turnover_day = turnover_day - ${days}::int where player_id = ${id} and kind = 'cash'`

test('turnover adds up by player, today and for life, and moves no money', async () => {
  const [one, other] = [nextPlayer(), nextPlayer()]
  const batch = await count(
    { playerId: one, stakedCents: 100, settledCents: 100, returnedCents: 50 },
    { playerId: other, stakedCents: 1 },
    { playerId: one, stakedCents: 11 },
  )
  expect(turnoverOf(batch, one)).toEqual({
    ...none,
    stakedCents: 111,
    settledCents: 100,
    returnedCents: 50,
    bets: 2,
  })
  await count({ playerId: one, returnedCents: 1 })
  const expected = new Map([
    [one, { ...none, stakedCents: 111, settledCents: 100, returnedCents: 51, bets: 2 }],
    [other, { ...none, stakedCents: 1, bets: 1 }],
  ])
  expect(await todayTurnover(deps.db, [one, other])).toEqual(expected)
  expect(await lifetimeTurnover(deps.db, [one, other])).toEqual(expected)
  expect((await readBalances(deps.db, [one])).get(one)).toEqual({ cashCents: 0, bonusCents: 0, version: 0 })
  expect(await verifyLedger(deps.db, [])).toEqual([])
})

test('a past day is stored, and the next one starts at zero', async () => {
  const id = nextPlayer()
  await count({
    playerId: id,
    stakedCents: 100,
    settledCents: 80,
    returnedCents: 50,
    wageredCents: 60,
    contributedE4: 7,
    unrewardedCents: 30,
    endedUnsettledCents: 20,
  })
  await age(id, 3)
  expect(await today(id)).toEqual(none)
  expect(await lifetime(id)).toEqual({
    stakedCents: 100,
    settledCents: 80,
    returnedCents: 50,
    wageredCents: 60,
    contributedE4: 7,
    bets: 1,
    unrewardedCents: 30,
    endedUnsettledCents: 20,
  })
  // Any change of cash ends the day, not only a stake; a refused command leaves it unchanged.
  const batch = await deps.db.begin((tx) => lockAccounts(tx, [id]))
  expect(turnoverOf(batch, id)).toEqual(none)
  await makeTransfers(deps, [
    { key: `day:${id}`, from: 'opening', to: { playerId: id, kind: 'cash' }, cents: 5 },
  ])
  expect(await today(id)).toEqual(none)
  await age(id, 1)
  await count({ playerId: id, stakedCents: 7 })
  await count({
    playerId: id,
    stakedCents: 1,
    settledCents: 8,
    wageredCents: 8,
    contributedE4: 9,
    unrewardedCents: 3,
    endedUnsettledCents: 2,
  })
  expect(await today(id)).toEqual({
    ...none,
    stakedCents: 8,
    settledCents: 8,
    wageredCents: 8,
    contributedE4: 9,
    bets: 2,
    unrewardedCents: 3,
    endedUnsettledCents: 2,
  })
  expect(await lifetime(id)).toEqual({
    stakedCents: 108,
    settledCents: 88,
    returnedCents: 50,
    wageredCents: 68,
    contributedE4: 16,
    bets: 3,
    unrewardedCents: 33,
    endedUnsettledCents: 22,
  })
  const [before, now] = [await dayOf(-3), await dayOf(0)]
  expect((await settledBetween(deps.db, [id], { from: before, until: now })).get(id)).toBe(88)
  expect((await earningBetween(deps.db, [id], { from: before, until: now })).get(id)).toBe(88 - 33)
  expect((await earningBetween(deps.db, [id], { from: now, until: now })).get(id)).toBe(8 - 3)
  const earners = await earningOn(deps.db, { day: before, after: id - 1, max: 1 })
  expect(earners).toEqual([{ playerId: id, earningCents: 80 - 30 }])
  expect(
    await deps.db`
      select staked_cents as staked, (now() at time zone 'America/Sao_Paulo')::date - day as ago
        from ledger_turnover where player_id = ${id} order by day`,
  ).toEqual([
    { staked: 100, ago: 3 },
    { staked: 0, ago: 1 },
  ])
})

test('a day that an older server ended with the previous day’s unrewarded stakes earns nothing negative', async () => {
  const id = nextPlayer()
  await count({ playerId: id, settledCents: 50, unrewardedCents: 10 })
  await ownerOf(
    deps.db,
  )`update ledger_account set unrewarded_cents = 70 where player_id = ${id} and kind = 'cash'`
  const now = await dayOf(0)
  expect((await earningBetween(deps.db, [id], { from: now, until: now })).get(id)).toBe(0)
  const earners = await earningOn(deps.db, { day: now, after: id - 1, max: 1 })
  expect(earners).toEqual([{ playerId: id, earningCents: 0 }])
})

test('no day is lost when the database’s clock goes back', async () => {
  const id = nextPlayer()
  await count({ playerId: id, stakedCents: 100 })
  await age(id, -1)
  await count({ playerId: id, stakedCents: 10 })
  expect(await today(id)).toMatchObject({ stakedCents: 110 })
  expect(await lifetime(id)).toMatchObject({ stakedCents: 110 })
})

test('sums of the week’s and month’s past days exclude today and the days before the period', async () => {
  const [id, stranger] = [nextPlayer(), nextPlayer()]
  await count({ playerId: id, stakedCents: 1_000 })
  const owner = ownerOf(deps.db)
  await owner`
    insert into ledger_turnover (player_id, day, staked_cents, returned_cents, bet_count)
    select ${id}, (now() at time zone 'America/Sao_Paulo')::date - before, 100, 40, 2
      from generate_series(1, 40) as before`
  const [past] = await deps.db<{ week: number; month: number }[]>`
    select extract(isodow from at)::int - 1 as week, extract(day from at)::int - 1 as month
      from (select now() at time zone 'America/Sao_Paulo' as at) as now`
  const sumsOf = (days = 0) => ({ stakedCents: 100 * days, returnedCents: 40 * days, bets: 2 * days })
  const earlier = await earlierDays(deps.db, [id, stranger])
  expect(earlier.get(id)).toMatchObject({ week: sumsOf(past?.week), month: sumsOf(past?.month) })
  expect(earlier.get(stranger)).toMatchObject({ week: sumsOf(), month: sumsOf() })
})

test('the net result counts only stakes and returns, from the given moment on', async () => {
  const id = nextPlayer()
  const own = { playerId: id, kind: 'cash' } as const
  const bonus = { playerId: id, kind: 'bonus' } as const
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [id], ['cash', 'bonus'])
    move(batch, { key: 'topup', from: 'opening', to: own, cents: 5_000 })
    move(batch, { key: 'gift', from: 'gifts', to: bonus, cents: 1_000 })
    move(batch, { key: 'stake', from: own, to: 'bets_open', cents: 900 })
    move(batch, { key: 'stake:bonus', from: bonus, to: 'bets_open', cents: 100 })
    move(batch, { key: 'round', from: 'games', to: own, cents: 250 })
    move(batch, { key: `boost:1:1`, from: 'gifts', to: own, cents: 30 })
    move(batch, { key: `insurance:1:1`, from: 'gifts', to: own, cents: 20 })
    move(batch, { key: 'paid out', from: own, to: 'pix_out', cents: 300 })
    await post(tx, batch)
  })
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  const [today] = await deps.db<{ at: Date }[]>`
    select date_trunc('day', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo' as at`
  const midnight = present(today, 'midnight').at
  expect(await netResultSince(deps.db, id, midnight)).toBe(250 - 1_000 + 30 + 20)
  expect(await netResultSince(deps.db, id, hours(1))).toBe(0)
  // For later days the turnover counts, stored or running.
  await count({ playerId: id, stakedCents: 700, returnedCents: 100 })
  await age(id, 2)
  await count({ playerId: id, stakedCents: 50 })
  expect(await netResultSince(deps.db, id, hours(-24 * 20))).toBe(100 - 700 - 50)
  expect(await netResultSince(deps.db, id, hours(1))).toBe(0)
})
