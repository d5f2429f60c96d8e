import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownerOf } from '../../../tools/test/database.ts'
import { openTestDeps } from '../../../tools/test/test-deps.ts'
import { readTopUpDays } from './cashier/index.ts'
import type { Deps } from './platform/deps.ts'
import { statement } from './platform/testing/damage.ts'
import { detectHarm, protectionSettings, readWithoutMarketing } from './protection/index.ts'

let deps: Deps
let close: () => Promise<void>
let day: string
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())
beforeEach(async () => {
  await ownerOf(
    deps.db,
  )`truncate protection_harm_run, protection_case, protection_case_step, protection_case_note,
                                  protection_activity, protection_break`
  const [row] = await deps.db<{ day: string }[]>`
    select ((now() at time zone 'America/Sao_Paulo' - interval '1 hour')::date - 1)::text as day`
  day = row?.day ?? ''
})

const look = () => detectHarm(deps, { readTopUpDays, settings: protectionSettings })

/** Minutes at night on three days, the last of them this many days after the due day. */
const nights = (playerIds: readonly number[], after = 0) => deps.db`
  insert into protection_activity (player_id, day, active_ms, night_ms, counted_at)
  select player_id, ${day}::date + ${after}::int - back, 3600000, 3600000, now()
    from unnest(${playerIds}::bigint[]) as row (player_id) cross join generate_series(0, 2) as back
  on conflict do nothing`

/** The run of a later day, as if it were due. */
const dueAfter = (days: number) =>
  deps.db`insert into protection_harm_run (day) values (${day}::date + ${days}::int)`

const steps = async (playerId: number) =>
  (
    await deps.db<{ step: string }[]>`
      select step from protection_case_step where player_id = ${playerId} order by taken_at, step`
  ).map(({ step }) => step)

const openCases = () => deps.db<{ playerId: number; grade: number; reasons: unknown }[]>`
  select player_id as "playerId", grade, reasons from protection_case where closed_at is null order by player_id`

test('signs of harm open a case with its reasons, and the first step is taken once', async () => {
  await nights([7])
  await look()
  await look()
  expect(await openCases()).toEqual([
    { playerId: 7, grade: 1, reasons: [{ sign: 'nights', seen: 3, from: 3 }] },
  ])
  expect(await steps(7)).toEqual(['message'])
})

test('two servers at once evaluate each player once, over several batches', async () => {
  const playerIds = Array.from({ length: 450 }, (_, at) => 1_000 + at)
  await nights(playerIds)
  await Promise.all([look(), look(), look()])
  await look() // finishes what a server left that found the row locked
  const [row] = await deps.db<{ cases: number; steps: number; reported: number }[]>`
    select (select count(*)::int from protection_case) as cases,
           (select count(*)::int from protection_case_step) as steps,
           (select count(*)::int from platform_outbox cross join jsonb_array_elements(events::jsonb) as event
             where topic = 'harm.stepped' and (event->>'playerId')::bigint >= 1000) as reported`
  expect(row).toEqual({ cases: 450, steps: 450, reported: 450 })
})

test('a player whose case cannot be written is passed, and holds up nobody', async () => {
  const playerIds = Array.from({ length: 250 }, (_, at) => 2_000 + at)
  await nights(playerIds)
  const owner = ownerOf(deps.db)
  await owner(statement('alter table protection_case add constraint faulty check (player_id <> 2100)'))
  await look()
  await owner(statement('alter table protection_case drop constraint faulty'))
  const cases = await openCases()
  expect(cases.map(({ playerId }) => playerId)).toEqual(playerIds.filter((playerId) => playerId !== 2100))
  expect(await deps.metrics.text()).toContain('palpite_job_skipped_total{name="protection-harm"} 1')
  await nights([2100], 1)
  await dueAfter(1)
  await look()
  expect((await openCases()).map(({ playerId }) => playerId)).toContain(2100)
})

test('a week later the same signs bring the next step, up to the one for an operator', async () => {
  for (const after of [0, 7, 14, 21, 28, 35]) {
    await nights([7], after)
    await dueAfter(after)
    await look()
  }
  expect(await steps(7)).toEqual(['message', 'break', 'limits', 'marketing_off', 'contact'])
  expect((await openCases())[0]).toMatchObject({ grade: 5 })
  await dueAfter(200)
  await look()
  expect(await openCases()).toHaveLength(1) // it waits for an operator, however long
})

test('from the fourth step on no marketing is sent, until the case ends', async () => {
  for (const after of [0, 7, 14]) {
    await nights([7], after)
    await dueAfter(after)
    await look()
  }
  expect(await readWithoutMarketing(deps.db, [7, 8])).toEqual(new Set())
  await nights([7], 21)
  await dueAfter(21)
  await look()
  expect(await readWithoutMarketing(deps.db, [7, 8])).toEqual(new Set([7]))
  await dueAfter(21 + 31)
  await look()
  expect(await openCases()).toEqual([])
  expect(await readWithoutMarketing(deps.db, [7, 8])).toEqual(new Set())
})

test('a player on a break gets no step', async () => {
  await nights([7])
  await deps.db`insert into protection_break (player_id, kind, ends_at, policy_version)
                values (7, 'time_out', now() + interval '1 day', 'spec-8')`
  await look()
  expect(await openCases()).toEqual([])
})

test('unpaid orders and requests for looser limits are signs', async () => {
  const at = `${day} 12:00 America/Sao_Paulo`
  await nights([8])
  await deps.db`insert into protection_activity (player_id, day, active_ms, counted_at)
                values (9, ${day}::date, 60000, now())`
  await ownerOf(deps.db)`
    insert into cashier_order (id, pay_no, charge_ref, player_id, amount_cents, wants_bonus_grant, first_bonus_grant_cents,
                               later_bonus_grant_cents, main_times, bonus_times, status, created_at, expires_at)
    select lpad(n::text, 32, '0'), lpad(n::text, 32, '0'), lpad(n::text, 32, '0'), 9, 1000, false, 0, 0, 0, 0, 'expired',
           ${at}::timestamptz, ${at}::timestamptz from generate_series(1, 5) as n`
  await ownerOf(deps.db)`
    insert into protection_limit_change (player_id, kind, before_cents, wished_cents, is_confirmation, asked_at, starts_at,
                                         policy_version)
    select 9, kind, 1000, wished, is_confirmation, ${at}::timestamptz, ${at}::timestamptz, 'spec-8'
      from (values ('loss', null::bigint, false), ('deposit', 2000, false), ('stake', 500, false),
                   -- The same change of mind, asked again and confirmed.
                   ('deposit', 3000, false), ('deposit', 3000, true)) as change (kind, wished, is_confirmation)`
  await look()
  expect((await openCases()).find(({ playerId }) => playerId === 9)?.reasons).toEqual([
    { sign: 'limits_loosened', seen: 2, from: 2 },
    { sign: 'failed_deposits', seen: 5, from: 5 },
  ])
})

test('counts a day’s top-ups, and those within an hour of the previous one', async () => {
  await ownerOf(deps.db)`
    insert into cashier_order (id, pay_no, charge_ref, player_id, amount_cents, wants_bonus_grant, first_bonus_grant_cents,
                               later_bonus_grant_cents, main_times, bonus_times, status, created_at, expires_at, credited_at)
    values (repeat('a', 32), repeat('a', 32), repeat('a', 32), 10, 1000, false, 0, 0, 0, 0, 'credited', now(), now(), now())`
  await ownerOf(deps.db)`
    insert into cashier_topup (provider_ref, order_id, player_id, amount_cents, bonus_grant_cents, state, is_first, paid_at, created_at)
    select moment, repeat('a', 32), 10, 1000, 0, 'credited', false, now(), (${day} || ' ' || moment || ' America/Sao_Paulo')::timestamptz
      from unnest(array['00:10', '01:10', '02:11', '23:59']) as moment`
  expect(await readTopUpDays(deps.db, [10], { from: day, until: day })).toEqual([
    { playerId: 10, day, depositedCents: 4_000, depositsAgain: 1, failedDeposits: 0 },
  ])
})
