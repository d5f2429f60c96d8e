import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import type { Deps } from '../platform/deps.ts'
import type { Rewards } from './settings.ts'
import { balancesOf, newPlayer, requestIdOf, rewardsOf } from './testing/players.ts'
import { checkIn, readCheckIn } from './check-in.ts'
import { dayIn, nextStreak, prizesOn, streakDayOf } from './rules.ts'

let deps: Deps
let close: () => Promise<void>
let rewards: Rewards
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  rewards = rewardsOf(deps)
})
afterAll(() => close())

const ZONE = 'America/Sao_Paulo'

const check = async (playerId: number, { zone = ZONE, requestId = requestIdOf(deps), by = rewards } = {}) => {
  const [answer] = await checkIn(by, [{ playerId, zone, requestId }])
  return answer?.ok ? answer.value : answer?.refusal.code
}

test.each([
  { zone: 'America/Sao_Paulo', at: '2026-11-23T02:59:00Z', day: '2026-11-22' },
  { zone: 'Asia/Tokyo', at: '2026-11-22T15:00:00Z', day: '2026-11-23' },
  { zone: '', at: '2026-11-23T02:59:00Z', day: '2026-11-22' }, // no zone given: the house's
  { zone: 'No/Where', at: '2026-11-23T03:00:00Z', day: '2026-11-23' },
  { zone: '+23:59', at: '2026-11-23T03:00:00Z', day: '2026-11-23' },
  { zone: '-23:59', at: '2026-11-23T03:00:00Z', day: '2026-11-23' },
])('in $zone it is $day at $at', ({ zone, at, day }) => {
  expect(dayIn(zone, new Date(at))).toBe(day)
})

test.each([
  { last: undefined, streak: 1 },
  { last: { day: '2026-02-28', streak: 3 }, streak: 4 },
  { last: { day: '2026-02-27', streak: 3 }, streak: 1 }, // a day was missed
])('a check-in on 2026-03-01 after $last makes the streak $streak', ({ last, streak }) => {
  expect(nextStreak(last, '2026-03-01')).toBe(streak)
})

test.each([
  { streak: 1, prize: 1 },
  { streak: 7, prize: 7 },
  { streak: 8, prize: 1 },
  { streak: 20, prize: 6 },
])('a streak of $streak days wins prize $prize of seven', ({ streak, prize }) => {
  expect(streakDayOf(streak, 7)).toBe(prize)
})

test('2.27 the first check-in brings the first prize, and the second of the day is refused', async () => {
  const { playerId } = await newPlayer(deps)
  expect(await readCheckIn(rewards, playerId, ZONE)).toMatchObject({ isDone: false, streak: 0, streakDay: 1 })
  expect(await check(playerId)).toMatchObject({ streak: 1, streakDay: 1, amountCents: 10 })
  expect(await check(playerId)).toBe('checked_in_today')
  expect(await readCheckIn(rewards, playerId, ZONE)).toMatchObject({ isDone: true, streak: 1, streakDay: 1 })
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 10 })
})

test('consecutive days win rising prizes', async () => {
  const { playerId } = await newPlayer(deps)
  await deps.db`
    insert into rewards_check_in (player_id, day, streak)
    values (${playerId}, (now() at time zone ${ZONE})::date - 1, 6)`
  expect(await readCheckIn(rewards, playerId, ZONE)).toMatchObject({ isDone: false, streak: 6, streakDay: 7 })
  expect(await check(playerId)).toMatchObject({ streak: 7, streakDay: 7, amountCents: 200 })
})

test('a repeated request answers its own day and streak, also after a later check-in', async () => {
  const { playerId } = await newPlayer(deps)
  // Nine days in a row on the earliest calendar of the earth; on the latest one it is already another day.
  await deps.db`
    insert into rewards_check_in (player_id, day, streak)
    values (${playerId}, (now() at time zone 'Etc/GMT+12')::date - 1, 8)`
  const first = { zone: 'Etc/GMT+12', requestId: requestIdOf(deps) }
  const answer = await check(playerId, first)
  expect(answer).toMatchObject({ streak: 9, streakDay: 2 })
  expect(await check(playerId, first)).toEqual(answer)
  const later = await check(playerId, { zone: 'Pacific/Kiritimati' })
  expect(later).toMatchObject({ amountCents: expect.any(Number) as number })
  expect(await check(playerId, first)).toEqual(answer)
})

test('200 check-ins at once, with one request id or many, count once', async () => {
  for (const requestId of [requestIdOf(deps), undefined]) {
    const { playerId } = await newPlayer(deps)
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => check(playerId, requestId === undefined ? {} : { requestId })),
    )
    const done = answers.filter((answer) => typeof answer === 'object')
    expect(done).toHaveLength(requestId === undefined ? 1 : 200)
    expect(answers.filter((answer) => answer === 'checked_in_today')).toHaveLength(200 - done.length)
    expect((await balancesOf(deps, playerId)).bonusCents).toBe(10)
  }
})

test('a player who changes time zones gains at most one day, once', async () => {
  const { playerId } = await newPlayer(deps)
  const answers = []
  for (const zone of ['Etc/GMT+12', 'Pacific/Kiritimati', 'Etc/GMT+12', ZONE, 'Pacific/Kiritimati']) {
    answers.push(await check(playerId, { zone }))
  }
  const done = answers.filter((answer) => typeof answer === 'object')
  expect(done.length).toBeLessThanOrEqual(3) // the days that exist somewhere on earth at one moment
  expect(new Set(done.map((answer) => (answer as { day: string }).day)).size).toBe(done.length)
  expect(answers.slice(2)).toEqual(['checked_in_today', 'checked_in_today', 'checked_in_today'])
})

test('pays the prize of the calendar day that is checked in, whatever time zone the player names', async () => {
  const dayAt = (days: number) => dayIn(ZONE, new Date(Date.now() + days * 86_400_000))
  const dated = [-1, 0, 1].flatMap((days) => ({
    startsOn: dayAt(days),
    streakDay: 1,
    amountCents: 10 + days,
  }))
  expect([-2, -1, 0, 1, 2].map((days) => prizesOn(dated, dayAt(days))[0]?.amountCents)).toEqual([
    undefined,
    9,
    10,
    11,
    11,
  ])
  // Higher prizes apply to today only. Three days can be checked in today; one of them has these prizes.
  await deps.db`
    insert into rewards_check_in_prize (starts_on, streak_day, amount_cents)
    select (now() at time zone 'America/Sao_Paulo')::date + n, streak_day, case n when 0 then 900 else 10 end
      from generate_series(0, 1) n, generate_series(1, 7) streak_day`
  const { playerId } = await newPlayer(deps)
  const got = []
  for (const zone of ['Etc/GMT+12', ZONE, 'Pacific/Kiritimati']) {
    const answer = await check(playerId, { zone })
    if (typeof answer === 'object') got.push([answer.day, answer.amountCents])
  }
  const [before, today, after] = [-1, 0, 1].map(dayAt)
  expect(got.every(([day, cents]) => cents === (day === today ? 900 : 10))).toBe(true)
  expect(got.map(([day]) => day)).toContain(today)
  for (const [day] of got) expect([before, today, after]).toContain(day)
})

test('refuses a check-in to a player whom the policy excludes from it', async () => {
  const known = await newPlayer(deps)
  const unknown = await newPlayer(deps, { isIdentified: false })
  expect(await check(known.playerId, { by: rewardsOf(deps, 'br-spa') })).toBe('blocked_by_policy')
  expect(await check(unknown.playerId)).toBe('kyc_needed')
})
