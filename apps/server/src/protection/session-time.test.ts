import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import type { Deps } from '../platform/deps.ts'
import { openDb, type Db } from '../platform/db/index.ts'
import { admitStake, admitStakes, countActivity, policyOf } from './index.ts'
import { setLimits } from './limits.ts'
import { protectionSettings } from './settings.ts'
import { giveCash, placeTestStakes } from './testing/test-stakes.ts'

let deps: Deps
/** The same database, running on the clock of `setClock`. */
let clocked: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  const owner = ownerOf(deps.db)
  await owner`create schema clock`
  await owner`create table clock.moment (at timestamptz)`
  await owner`insert into clock.moment values (null)`
  await owner`create function clock.now() returns timestamptz stable language sql as 'select at from clock.moment'`
  await owner`grant usage on schema clock to public`
  await owner`grant select on clock.moment to public`
  const url = new URL(deps.config.DATABASE_URL)
  url.searchParams.set('options', '-c search_path=clock,pg_catalog,public')
  clocked = openDb({ url: url.href, connections: 2, onLostConnection: () => undefined })
})
afterAll(async () => {
  await clocked.close()
  await close()
})

/** Sets the time in São Paulo, three hours behind UTC. */
const setClock = (at: string) => ownerOf(deps.db)`update clock.moment set at = ${`${at}-03:00`}::timestamptz`

const WINDOW_MS = 60_000

const stake = async (playerId: number) =>
  (await placeTestStakes(deps, [{ playerId, stakeCents: 100, key: deps.random.hex(8) }]))[0]
const limit = (playerId: number, period: 'day' | 'week' | 'month', amount: number) =>
  setLimits(deps, { settings: protectionSettings, policyVersion: 'spec-7' }, [
    { playerId, kind: 'time', period, amount },
  ])

/** Adds activity of this many minutes, this many days after the current period's first day. */
const activeOn = (
  playerId: number,
  period: 'day' | 'week' | 'month',
  after: number,
  minutes: number,
) => deps.db`
  insert into protection_activity (player_id, day, active_ms, counted_at)
  values (${playerId}, date_trunc(${period}, now() at time zone 'America/Sao_Paulo')::date + ${after}::int,
          ${minutes * 60_000}, now() - interval '1 day')
  on conflict (player_id, day) do update set active_ms = excluded.active_ms`

test.each([
  { period: 'day', playerId: 11 },
  { period: 'week', playerId: 12 },
  { period: 'month', playerId: 13 },
] as const)(
  'once the minutes of a $period are used up, no stake is accepted',
  async ({ period, playerId }) => {
    await giveCash(deps, playerId, 1_000)
    await limit(playerId, period, 30)
    expect(await stake(playerId)).toBe('taken')
    await activeOn(playerId, period, -1, 500) // in the previous period
    await activeOn(playerId, period, 0, 29)
    expect(await stake(playerId)).toBe('taken')
    await activeOn(playerId, period, 0, 30)
    expect(await stake(playerId)).toBe('time_limit')
  },
)

const activeMs = async (playerId: number) => {
  const [row] = await deps.db<{ ms: number }[]>`
    select sum(active_ms)::bigint as ms from protection_activity where player_id = ${playerId}`
  return row?.ms ?? 0
}
/** Makes the player last counted this many seconds ago. */
const pass = (playerId: number, seconds: number) => deps.db`
  update protection_activity set counted_at = counted_at - make_interval(secs => ${seconds})
   where player_id = ${playerId}`

test('counts a moment once, over any number of devices and servers', async () => {
  const playerId = 14
  await countActivity(deps.db, [playerId], WINDOW_MS)
  const first = await activeMs(playerId)
  expect(first).toBeLessThanOrEqual(WINDOW_MS)
  await pass(playerId, 25)
  await Promise.all(Array.from({ length: 8 }, () => countActivity(deps.db, [playerId], WINDOW_MS)))
  const counted = (await activeMs(playerId)) - first
  expect(counted).toBeGreaterThanOrEqual(25_000)
  expect(counted).toBeLessThan(WINDOW_MS)
})

test('counts time with activity, not a pause', async () => {
  const playerId = 15
  await countActivity(deps.db, [playerId], WINDOW_MS)
  const first = await activeMs(playerId)
  await pass(playerId, 3_600)
  await countActivity(deps.db, [playerId], WINDOW_MS)
  expect((await activeMs(playerId)) - first).toBe(WINDOW_MS)
})

test('lists of the same players on two servers do not deadlock', async () => {
  const ids = Array.from({ length: 40 }, (_, at) => 100 + at)
  const lists = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? ids : ids.toReversed()))
  await Promise.all(lists.map((list) => countActivity(deps.db, list, WINDOW_MS)))
  const [row] = await deps.db<{ players: number }[]>`
    select count(distinct player_id)::int as players from protection_activity where player_id between 100 and 139`
  expect(row?.players).toBe(40)
})

describe('at midnight in São Paulo', () => {
  const at = async (moment: string) => {
    await setClock(moment)
    return {
      count: (playerId: number) => countActivity(clocked, [playerId], WINDOW_MS),
      stake: (playerId: number) =>
        clocked.begin(async (tx) => {
          const { activity } = deps
          const needs = { policy: policyOf(deps.config), bonusRules: { maxBonusStakeCents: 0 }, activity }
          const answer = admitStake(await admitStakes(tx, needs, [playerId]), {
            playerId,
            stakeCents: 100,
            product: 'games',
          })
          return answer.ok ? 'taken' : answer.refusal.code
        }),
    }
  }
  const daysOf = async (playerId: number) => {
    const rows = await deps.db<{ day: string; seconds: number }[]>`
      select to_char(day, 'MM-DD') as day, active_ms / 1000 as seconds from protection_activity
       where player_id = ${playerId} order by day`
    return Object.fromEntries(rows.map(({ day, seconds }) => [day, Number(seconds)]))
  }

  test('splits a minute across it between both days', async () => {
    const playerId = 21
    for (const moment of ['2026-03-10T23:58:30', '2026-03-10T23:59:30', '2026-03-11T00:00:20'])
      await (await at(moment)).count(playerId)
    expect(await daysOf(playerId)).toEqual({ '03-10': 150, '03-11': 20 })
    await (await at('2026-03-11T00:00:50')).count(playerId)
    await (await at('2026-03-11T00:01:50')).count(playerId)
    expect(await daysOf(playerId)).toEqual({ '03-10': 150, '03-11': 110 })
  })

  test('counts of a pause across it only the minute recorded', async () => {
    const playerId = 22
    await (await at('2026-03-10T23:50:00')).count(playerId)
    await (await at('2026-03-11T00:00:15')).count(playerId)
    expect(await daysOf(playerId)).toEqual({ '03-10': 105, '03-11': 15 })
  })

  test('two servers at once count the time before it once', async () => {
    const playerId = 23
    await (await at('2026-03-10T23:59:40')).count(playerId)
    const { count } = await at('2026-03-11T00:00:10')
    await Promise.all([count(playerId), count(playerId), count(playerId)])
    expect(await daysOf(playerId)).toEqual({ '03-10': 80, '03-11': 10 })
  })

  test('midnight UTC does not count: it is nine in the evening', async () => {
    const playerId = 24
    await (await at('2026-03-10T20:59:30')).count(playerId)
    await (await at('2026-03-10T21:00:30')).count(playerId)
    expect(await daysOf(playerId)).toEqual({ '03-10': 120 })
  })

  test.each([
    { period: 'day', playerId: 25, before: '2026-03-10T23:59:59', after: '2026-03-11T00:00:00' },
    { period: 'week', playerId: 26, before: '2026-03-15T23:59:59', after: '2026-03-16T00:00:00' },
    { period: 'month', playerId: 27, before: '2026-03-31T23:59:59', after: '2026-04-01T00:00:00' },
  ] as const)('a limit by $period is used up until it, and fresh from then on', async (row) => {
    const { period, playerId, before, after } = row
    await giveCash(deps, playerId, 1_000)
    await limit(playerId, period, 2)
    const day = before.slice(0, 10)
    for (const time of ['23:58:00', '23:59:00']) await (await at(`${day}T${time}`)).count(playerId)
    expect(await (await at(before)).stake(playerId)).toBe('time_limit')
    const next = await at(after)
    await next.count(playerId) // still the previous day: no whole minute of the new one
    expect(await next.stake(playerId)).toBe('taken')
  })

  test('a daily limit counts its own minutes, a monthly one all of them', async () => {
    const playerId = 28
    await giveCash(deps, playerId, 1_000)
    await limit(playerId, 'day', 2)
    for (const moment of [
      '2026-03-10T23:59:00',
      '2026-03-10T23:59:45',
      '2026-03-11T00:00:45',
      '2026-03-11T00:01:45',
    ])
      await (await at(moment)).count(playerId)
    // 105 seconds of the new day, 120 of the previous.
    expect(await daysOf(playerId)).toEqual({ '03-10': 120, '03-11': 105 })
    expect(await (await at('2026-03-11T00:01:45')).stake(playerId)).toBe('taken')
    await limit(playerId, 'month', 3)
    expect(await (await at('2026-03-11T00:01:45')).stake(playerId)).toBe('time_limit')
  })

  test('time before six in the morning also counts as night', async () => {
    const playerId = 29
    const nightOf = async () => {
      const rows = await deps.db<{ day: string; seconds: number }[]>`
        select to_char(day, 'MM-DD') as day, night_ms / 1000 as seconds from protection_activity
         where player_id = ${playerId} order by day`
      return Object.fromEntries(rows.map(({ day, seconds }) => [day, Number(seconds)]))
    }
    await (await at('2026-03-10T23:59:50')).count(playerId)
    await (await at('2026-03-11T00:00:30')).count(playerId)
    expect(await nightOf()).toEqual({ '03-10': 0, '03-11': 30 })
    await (await at('2026-03-11T05:59:30')).count(playerId)
    await (await at('2026-03-11T06:00:20')).count(playerId)
    await (await at('2026-03-11T06:01:00')).count(playerId)
    expect(await nightOf()).toEqual({ '03-10': 0, '03-11': 120 })
  })
})
