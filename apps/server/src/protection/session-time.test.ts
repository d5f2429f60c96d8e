import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import type { Deps } from '../platform/deps.ts'
import { countActivity } from './index.ts'
import { setLimits } from './set-limits.ts'
import { protectionSettings } from './settings.ts'
import { giveCash, takeTestStakes } from './testing/test-stakes.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

const WINDOW_MS = 60_000

const stake = async (playerId: number) =>
  (await takeTestStakes(deps, [{ playerId, stakeCents: 100, key: deps.random.hex(8) }]))[0]
const limit = (playerId: number, period: 'day' | 'week' | 'month', amount: number) =>
  setLimits(deps, { settings: protectionSettings, policyVersion: 'spec-7' }, [
    { playerId, kind: 'time', period, amount },
  ])

/** So many minutes of activity on the day that is so many days after the first of the period that runs. */
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
] as const)('once the minutes of a $period are used up, no stake is taken', async ({ period, playerId }) => {
  await giveCash(deps, playerId, 1_000)
  await limit(playerId, period, 30)
  expect(await stake(playerId)).toBe('taken')
  await activeOn(playerId, period, -1, 500) // of the period before
  await activeOn(playerId, period, 0, 29)
  expect(await stake(playerId)).toBe('taken')
  await activeOn(playerId, period, 0, 30)
  expect(await stake(playerId)).toBe('time_limit')
})

const activeMs = async (playerId: number) => {
  const [row] = await deps.db<{ ms: number }[]>`
    select sum(active_ms)::bigint as ms from protection_activity where player_id = ${playerId}`
  return row?.ms ?? 0
}
/** As if the player had been counted so many seconds ago. */
const pass = (playerId: number, seconds: number) => deps.db`
  update protection_activity set counted_at = counted_at - make_interval(secs => ${seconds})
   where player_id = ${playerId}`

test('a moment is counted once, by however many devices and servers', async () => {
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

test('a pause is not counted, only the time in which activity is written', async () => {
  const playerId = 15
  await countActivity(deps.db, [playerId], WINDOW_MS)
  const first = await activeMs(playerId)
  await pass(playerId, 3_600)
  await countActivity(deps.db, [playerId], WINDOW_MS)
  expect((await activeMs(playerId)) - first).toBe(WINDOW_MS)
})

test('lists of the same players by two servers at once end without a deadlock', async () => {
  const ids = Array.from({ length: 40 }, (_, at) => 100 + at)
  const lists = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? ids : ids.toReversed()))
  await Promise.all(lists.map((list) => countActivity(deps.db, list, WINDOW_MS)))
  const [row] = await deps.db<{ players: number }[]>`
    select count(distinct player_id)::int as players from protection_activity where player_id between 100 and 139`
  expect(row?.players).toBe(40)
})
