import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedActivities } from '../rewards/index.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let token: string

beforeAll(async () => {
  harness = await openBackofficeHarness()
  const may = ['settings.read', 'settings.propose', 'settings.approve'] as const
  token = (await harness.operatorWith('first@house.example', [...may])).token
  await seedActivities(harness.deps)
})
afterAll(() => harness.close())

const DAY_MS = 86_400_000
/** A day of the house, this many from today. */
const dayAt = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * DAY_MS)

const ask = (body: object) => harness.call('POST /api/backoffice/promotions', { token, body })
const propose = async (body: object) => String((await ask(body)).data?.['planId'])
const decide = (planId: string, what: 'approve' | 'end') =>
  harness.call(`POST /api/backoffice/promotions/${planId}/${what}`, { token: harness.secondToken })
type Read = { activities: { id: string; state: string }[]; plans: { planId: string }[] }
const read = async () =>
  (await harness.call('GET /api/backoffice/promotions', { token })).data as unknown as Read

const words = { title: 'Copa', summary: 'Um mês de Copa', how: ['Aposte.'], rules: ['Uma vez por conta.'] }
const activityOf = (id: string, own: object = {}) => ({
  id,
  counts: 'stakes',
  audience: 'all',
  art: 'football',
  texts: { 'pt-BR': words, en: { ...words, title: 'Cup' } },
  ...own,
})
const stakesAsked = (...asked: readonly (readonly [number, number])[]) =>
  asked.map(([goal, amount], at) => ({ place: at + 1, goal, amount }))
let requests = 0
const activityPlan = (id: string, own: object = {}) => {
  requests += 1
  return {
    requestId: `activity-request-${requests}`,
    reason: 'a month of the cup',
    kind: 'activity',
    rules: stakesAsked([1_000_000, 300], [5_000_000, 1_200]),
    activity: activityOf(id),
    startsOn: dayAt(2),
    endsOn: dayAt(32),
    ...own,
  }
}

test.each([
  [
    'more in all than its stakes leave',
    { rules: stakesAsked([1_000_000, 300], [5_000_000, 1_201]) },
    'gift_gains',
    'rules.1.amount',
  ],
  [
    'more than a real a day with a check-in',
    { activity: activityOf('dias', { counts: 'check_ins' }), rules: stakesAsked([7, 701]) },
    'gift_gains',
    'rules.0.amount',
  ],
  [
    'more days than it has',
    { activity: activityOf('dias', { counts: 'check_ins' }), rules: stakesAsked([31, 100]) },
    'bad_request',
    'rules.0.goal',
  ],
  [
    'goals that do not rise',
    { rules: stakesAsked([1_000_000, 1], [1_000_000, 1]) },
    'bad_request',
    'rules.1.goal',
  ],
  ['no end', { endsOn: null }, 'bad_request', 'endsOn'],
  ['too long a time', { endsOn: dayAt(95) }, 'bad_request', 'endsOn'],
  ['the address of another', { activity: activityOf('mes-do-palpite') }, 'bad_request', 'activity.id'],
  ['nothing of an activity', { activity: null }, 'bad_request', 'activity'],
  [
    'another kind',
    { kind: 'check_in', rules: [{ place: 1, goal: 0, amount: 10 }] },
    'bad_request',
    'activity',
  ],
] as const)('refuses an activity with %s', async (_what, own, code, field) => {
  expect(await ask(activityPlan('recusada', own))).toMatchObject({ code, data: { field } })
})

test('an activity is planned, approved once, seen by players, and taken back before its day', async () => {
  const { db } = harness.deps
  const ofPlayers = async () =>
    (await read()).activities.filter(({ id }) => id.startsWith('copa')).map(({ id, state }) => [id, state])
  const plan = activityPlan('copa-2026')
  const planId = await propose(plan)
  expect((await ask({ ...plan, activity: activityOf('copa-2027') })).code).toBe('request_mismatch')
  const same = await propose(activityPlan('copa-2026', { startsOn: dayAt(40), endsOn: dayAt(50) }))
  expect(await ofPlayers()).toEqual([])
  const approved = await Promise.all(Array.from({ length: 5 }, () => decide(planId, 'approve')))
  expect(approved.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(await ofPlayers()).toEqual([['copa-2026', 'upcoming']])
  const [kept] = await db<{ startsAt: Date; days: number; steps: number }[]>`
    select starts_at as "startsAt", extract(day from ends_at - starts_at)::int as days,
           (select count(*)::int from rewards_activity_step where activity_id = id) as steps
      from rewards_activity where id = 'copa-2026'`
  expect(kept).toMatchObject({ days: 30, steps: 2, startsAt: new Date(`${dayAt(2)}T03:00:00Z`) })
  // An activity that counts the same on the same days would pay twice; the other plan's id is taken.
  const over = await propose(activityPlan('copa-maior', { startsOn: dayAt(31), endsOn: dayAt(33) }))
  expect((await decide(over, 'approve')).code).toBe('promotion_overlaps')
  expect(await decide(same, 'approve')).toMatchObject({
    code: 'bad_request',
    data: { field: 'activity.id' },
  })
  const days = activityPlan('copa-de-dias', {
    activity: activityOf('copa-de-dias', { counts: 'check_ins' }),
    rules: stakesAsked([7, 700]),
  })
  const beside = await propose(days)
  expect((await decide(beside, 'approve')).http).toBe(200)
  for (const id of [planId, beside, over, same]) expect((await decide(id, 'end')).http).toBe(200)
  expect(await ofPlayers()).toEqual([])
})

test('an activity that runs ends with its day; it is never removed, and never ends later than it said', async () => {
  const { db } = harness.deps
  const rules = JSON.stringify(stakesAsked([1_000_000, 300]))
  // A plan as it stands once its day has come.
  await db`
    insert into rewards_plan (request_id, kind, rules, activity, starts_on, ends_on, reason, proposed_by, approved_by,
                              approved_at, written_as)
    select 'an activity of before', 'activity', ${rules}::jsonb, ${JSON.stringify(activityOf('copa-corrente'))}::jsonb,
           ${dayAt(0)}::date, ${dayAt(20)}::date, 'it runs', 1, 2, now(), 'activity'`
  await db`
    insert into rewards_activity (id, counts, audience, starts_at, ends_at, art, texts)
    select 'copa-corrente', 'stakes', 'all', now() - interval '1 minute', ${`${dayAt(20)}T03:00:00Z`}::timestamptz, 'football',
           ${JSON.stringify({ 'pt-BR': words, en: words })}::jsonb`
  await db`insert into rewards_activity_step (activity_id, step, goal, prize_cents) values ('copa-corrente', 1, 1000000, 300)`
  await expect(
    db`update rewards_activity set ends_at = ends_at + interval '1 day' where id = 'copa-corrente'`,
  ).rejects.toThrow('ends no later')
  await expect(db`delete from rewards_activity_step where activity_id = 'copa-corrente'`).rejects.toThrow(
    'never removed',
  )
  await expect(db`delete from rewards_activity where id = 'copa-corrente'`).rejects.toThrow('never removed')
  const [running] = (await read()).plans
  expect((await decide(running?.planId ?? '', 'end')).http).toBe(200)
  const rows = await db<{ endsAt: Date }[]>`
    select ends_at as "endsAt" from rewards_activity where id = 'copa-corrente'`
  expect(rows).toEqual([{ endsAt: new Date(`${dayAt(1)}T03:00:00Z`) }])
})

test('the forecast of an activity counts players who reached its steps in as many days', async () => {
  const { db } = harness.deps
  await db`
    insert into rewards_check_in (player_id, day, streak)
    select player, ${dayAt(0)}::date - n, 1
      from (values (61, 3), (62, 7), (63, 8)) as checked (player, days), generate_series(0, days - 1) n`
  await db`
    insert into ledger_turnover (player_id, day, staked_cents, settled_cents, returned_cents)
    values (71, ${dayAt(-1)}::date, 600000, 600000, 0), (71, ${dayAt(-3)}::date, 500000, 500000, 0),
           (72, ${dayAt(-2)}::date, 999999, 999999, 0), (73, ${dayAt(-40)}::date, 5000000, 5000000, 0)`
  const forecast = async (own: object) => {
    const { requestId: _requestId, reason: _reason, ...body } = activityPlan('copa-prevista', own)
    return (await harness.call('POST /api/backoffice/promotions/forecast', { token, body })).data
  }
  expect(
    await forecast({
      activity: activityOf('copa-prevista', { counts: 'check_ins' }),
      rules: stakesAsked([3, 100], [8, 300]),
    }),
  ).toEqual({ days: 30, count: 4, presentCents: 0, plannedCents: 3 * 100 + 300 })
  expect(await forecast({})).toEqual({ days: 30, count: 1, presentCents: 0, plannedCents: 300 })
  expect(await forecast({ endsOn: dayAt(52) })).toEqual({
    days: 50,
    count: 3,
    presentCents: 0,
    plannedCents: 2 * 300 + 1200,
  })
})
