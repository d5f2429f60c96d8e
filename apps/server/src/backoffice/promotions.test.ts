import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let first: string
let second: string

beforeAll(async () => {
  harness = await openBackofficeHarness()
  const may = ['settings.read', 'settings.propose', 'settings.approve'] as const
  first = (await harness.operatorWith('first@house.example', [...may])).token
  second = harness.secondToken
})
afterAll(() => harness.close())

const DAY_MS = 86_400_000
/** A date this many days from today, in the house's time zone. */
const dayAt = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * DAY_MS)

const prizes = (amount: number) => [
  { place: 1, goal: 0, amount },
  { place: 2, goal: 0, amount: 2 * amount },
]
let requests = 0
const planOf = (own: object = {}) => {
  requests += 1
  return {
    requestId: `promotion-request-${requests}`,
    kind: 'check_in',
    rules: prizes(100),
    startsOn: dayAt(1),
    endsOn: null,
    reason: 'a week of higher prizes',
    ...own,
  }
}
const propose = async (body: object) => {
  const { code, data } = await harness.call('POST /api/backoffice/promotions', { token: first, body })
  return { code, planId: String(data?.['planId']) }
}
const decide = (planId: string, what: 'approve' | 'end', token = second) =>
  harness.call(`POST /api/backoffice/promotions/${planId}/${what}`, { token })
type Read = {
  inForce: { kind: string; startsOn: string; rules: { amount: number }[] }[]
  plans: { planId: string; status: string }[]
}
const read = async () =>
  (await harness.call('GET /api/backoffice/promotions', { token: first })).data as unknown as Read
const days = async (kind = 'check_in') =>
  (await read()).inForce
    .filter((one) => one.kind === kind)
    .map(({ startsOn, rules }) => [startsOn, rules.map(({ amount }) => amount)])

const usual = [10, 20, 30, 40, 50, 80, 200]

test('a plan is proposed once, approved by another operator, applies from its day on and ends by itself', async () => {
  const plan = planOf({ startsOn: dayAt(2), endsOn: dayAt(5) })
  const answers = await Promise.all(Array.from({ length: 10 }, () => propose(plan)))
  expect(new Set(answers.map(({ planId }) => planId)).size).toBe(1)
  const planId = answers[0]?.planId ?? ''
  expect(await days()).toEqual([['2026-01-01', usual]])
  expect((await decide(planId, 'approve', first)).code).toBe('four_eyes')
  const approved = await Promise.all(Array.from({ length: 10 }, () => decide(planId, 'approve')))
  expect(approved.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(approved.filter(({ code }) => code === 'setting_decided')).toHaveLength(9)
  expect(await days()).toEqual([
    ['2026-01-01', usual],
    [dayAt(2), [100, 200]],
    [dayAt(5), usual],
  ])
  const audit = await harness.call(`GET /api/backoffice/audit?subject=promotion:${planId}`, { token: second })
  expect(audit.data).toMatchObject({
    items: [{ action: 'promotion.approved' }, { action: 'promotion.proposed' }],
  })
  const other = await propose(planOf({ startsOn: dayAt(4), endsOn: dayAt(9) }))
  expect((await decide(other.planId, 'approve')).code).toBe('promotion_overlaps')
  // Withdrawn before its first day, it leaves nothing behind.
  expect((await decide(planId, 'end')).http).toBe(200)
  expect((await decide(planId, 'end')).code).toBe('setting_decided')
  expect(await days()).toEqual([['2026-01-01', usual]])
  expect((await decide(other.planId, 'end')).http).toBe(200)
  expect((await read()).plans.map(({ status }) => status)).toEqual(['rejected', 'stopped'])
})

test('ending a running plan takes effect tomorrow: then the earlier rules apply again', async () => {
  const { db } = harness.deps
  const rules = [1, 2, 3].map((place) => ({ place, goal: 0, amount: 15 }))
  const { planId } = await propose(planOf({ kind: 'commission', rules, startsOn: dayAt(1) }))
  expect((await decide(planId, 'approve')).http).toBe(200)
  const last = await propose(planOf({ kind: 'commission', rules, startsOn: dayAt(1) }))
  expect((await decide(last.planId, 'approve')).code).toBe('promotion_overlaps')
  await decide(planId, 'end')
  // Moves the plan's first day to today.
  await db`
    insert into rewards_plan (request_id, kind, rules, starts_on, reason, proposed_by, approved_by, approved_at)
    select 'a plan of before', 'commission', ${JSON.stringify(rules)}::jsonb, ${dayAt(0)}::date, 'it runs', 1, 2, now()`
  await db`
    insert into rewards_commission_rate (starts_on, level, rate_bps)
    select ${dayAt(0)}::date, level, 15 from generate_series(1, 3) as level`
  const running = (await read()).plans[0]?.planId ?? ''
  // It has no end: until an operator ends it, no other plan can overlap it, and no other plan restores it.
  const over = await propose(planOf({ kind: 'commission', rules, startsOn: dayAt(8), endsOn: dayAt(9) }))
  expect((await decide(over.planId, 'approve')).code).toBe('promotion_overlaps')
  expect((await decide(running, 'end')).http).toBe(200)
  expect(await days('commission')).toEqual([
    [dayAt(0), [15, 15, 15]],
    [dayAt(1), [30, 10, 5]],
  ])
  await expect(db`delete from rewards_commission_rate where starts_on = ${dayAt(0)}::date`).rejects.toThrow(
    'never removed',
  )
})

const steps = (goals: readonly number[]) => goals.map((goal, at) => ({ place: at + 1, goal, amount: 5000 }))
const rates = (...amounts: readonly number[]) =>
  amounts.map((amount, at) => ({ place: at + 1, goal: 0, amount }))

test.each([
  ['more commission than a stake costs', { kind: 'commission', rules: rates(36, 5, 5) }],
  [
    'other goals of the ladder, which would contradict claimed steps',
    { kind: 'ladder', rules: steps([1, 2, 3]) },
  ],
  ['a prize above the maximum', { rules: prizes(600) }],
])('refuses %s', async (_what, own) => {
  expect((await propose(planOf(own))).code).toBe('bad_request')
})

test.each([
  ['today', { startsOn: dayAt(0) }, 'promotion_late'],
  ['an end before its beginning', { startsOn: dayAt(3), endsOn: dayAt(3) }, 'bad_request'],
  ['prizes out of order', { rules: prizes(100).toReversed() }, 'bad_request'],
])('refuses a plan with %s', async (_what, own, code) => {
  expect((await propose(planOf(own))).code).toBe(code)
})

test('refuses another plan under the same request', async () => {
  const plan = planOf({ startsOn: dayAt(30) })
  await propose(plan)
  expect((await propose({ ...plan, rules: prizes(50) })).code).toBe('request_mismatch')
})

test('compares the cost of the last thirty days under both rules', async () => {
  const { db } = harness.deps
  await db`
    insert into rewards_check_in (player_id, day, streak)
    values (1, ${dayAt(-1)}::date, 1), (1, ${dayAt(0)}::date, 2), (2, ${dayAt(0)}::date, 3)`
  const { data } = await harness.call('POST /api/backoffice/promotions/forecast', {
    token: first,
    body: { kind: 'check_in', rules: prizes(100) },
  })
  expect(data).toEqual({ days: 30, count: 3, presentCents: 60, plannedCents: 400 })
})

test('a plan that ends before its first day leaves nothing behind', async () => {
  const { db } = harness.deps
  const fifty = prizes(50)
  await db`
    insert into rewards_plan (request_id, kind, rules, starts_on, ends_on, reason, proposed_by, approved_by, approved_at)
    select 'one with an end', 'check_in', ${JSON.stringify(fifty)}::jsonb, ${dayAt(0)}::date, ${dayAt(6)}::date,
           'it runs', 1, 2, now()`
  await db`
    insert into rewards_check_in_prize (starts_on, streak_day, amount_cents)
    values (${dayAt(0)}::date, 1, 50), (${dayAt(0)}::date, 2, 100), (${dayAt(6)}::date, 1, 10)`
  const [running] = (await read()).plans
  expect((await decide(running?.planId ?? '', 'end')).http).toBe(200)
  expect(await days()).toEqual([
    [dayAt(0), [50, 100]],
    [dayAt(1), usual],
  ])
  const next = await propose(planOf({ startsOn: dayAt(5), endsOn: dayAt(7) }))
  expect((await decide(next.planId, 'approve')).http).toBe(200)
  expect((await decide(next.planId, 'end')).http).toBe(200)
})

const packs = (...rules: readonly (readonly [number, number, number])[]) =>
  rules.map(([goal, first, amount], at) => ({ place: at + 1, goal, amount, first }))

test('packages are planned, approved, listed by their days and withdrawn; those with a gain are refused', async () => {
  const rules = packs([2000, 400, 20], [7500, 76, 76], [10_000, 2000, 102])
  const plan = planOf({ kind: 'packages', rules, startsOn: dayAt(3), endsOn: dayAt(6) })
  for (const [code, field, gaining] of [
    ['gift_gains', 'rules.0.amount', packs([2000, 400, 21])],
    ['gift_gains', 'rules.0.first', packs([2000, 401, 20])],
    ['gift_gains', 'rules.0.first', packs([7500, 77, 76])],
    ['bad_request', 'rules.0.goal', packs([500_100, 0, 0])],
  ] as const) {
    const refused = await harness.call('POST /api/backoffice/promotions', {
      token: first,
      body: planOf({ ...plan, rules: gaining }),
    })
    expect(refused).toMatchObject({ code, data: { field } })
  }
  const { planId } = await propose(plan)
  // Approves like a server of the older version, which does not know packages and would write commission rates.
  await expect(
    harness.deps
      .db`update rewards_plan set approved_by = 99, approved_at = now() where id = ${Number(planId)}`,
  ).rejects.toThrow('rewards_plan_is_written_as_its_kind')
  expect((await decide(planId, 'approve')).http).toBe(200)
  const ofPackages = async () => (await read()).inForce.filter(({ kind }) => kind === 'packages')
  const [usually, planned, after] = await ofPackages()
  expect(usually?.startsOn).toBe('2026-01-01')
  expect(planned).toEqual({ kind: 'packages', startsOn: dayAt(3), rules })
  expect(after).toEqual({ ...usually, startsOn: dayAt(6) })
  // A gift that a plan removed from a price may return: the price had it before.
  expect((await decide(planId, 'end')).http).toBe(200)
  expect(await ofPackages()).toEqual([usually])
})

test('forecasts the gifts of past package top-ups under a plan', async () => {
  const { db } = harness.deps
  await db`
    insert into cashier_order (id, pay_no, charge_ref, provider, player_id, package_id, amount_cents, wants_bonus_grant,
                               first_bonus_grant_cents, later_bonus_grant_cents, main_times, bonus_times, status, br_code,
                               expires_at, credited_at)
    select md5(n::text), md5('pay' || n), md5('ref' || n), 'pix', n / 2, 'brl-100', 10000, n <> 5, 2000, 100, 1, 2,
           'credited', 'a code', now(), now() from generate_series(2, 5) n`
  await db`
    insert into cashier_topup (provider_ref, order_id, player_id, amount_cents, bonus_grant_cents, state, is_first, paid_at)
    select 'E' || n, md5(n::text), n / 2, 10000, case when n = 2 then 2000 else 0 end, 'credited', n = 2, now()
      from generate_series(2, 5) n`
  const { data } = await harness.call('POST /api/backoffice/promotions/forecast', {
    token: first,
    body: { kind: 'packages', rules: packs([10_000, 1500, 80]) },
  })
  expect(data).toEqual({ days: 30, count: 3, presentCents: 2000 + 2 * 100, plannedCents: 1500 + 2 * 80 })
})

test('VIP awards are planned within the cost of reaching them; goals and players’ levels stay', async () => {
  const { db } = harness.deps
  const ofVip = async () =>
    (await read()).inForce.filter(({ kind }) => kind === 'vip') as unknown as {
      startsOn: string
      rules: { place: number; goal: number; amount: number }[]
    }[]
  const [usually] = await ofVip()
  const held = usually?.rules ?? []
  expect(held.map(({ place }) => place)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1))
  const more = held.map((rule) => (rule.place === 2 ? { ...rule, amount: 400 } : rule))
  const plan = planOf({ kind: 'vip', rules: more, startsOn: dayAt(2), endsOn: dayAt(4) })
  const gaining = more.map((rule) => (rule.place === 2 ? { ...rule, amount: 501 } : rule))
  expect((await propose({ ...plan, rules: gaining })).code).toBe('gift_gains')
  const lower = more.map((rule) => (rule.place === 3 ? { ...rule, goal: rule.goal - 1 } : rule))
  expect((await propose({ ...plan, rules: lower })).code).toBe('bad_request')
  const { planId } = await propose(plan)
  expect((await decide(planId, 'approve')).http).toBe(200)
  expect(await ofVip()).toEqual([
    usually,
    { kind: 'vip', startsOn: dayAt(2), rules: more },
    { kind: 'vip', startsOn: dayAt(4), rules: held },
  ])
  const others = await db<{ count: number }[]>`
    select count(distinct (level, deposit_cents, next_top_up_cents, next_settled_cents, withdrawals_a_day, fee_bps,
                           has_own_queue))::int as count from rewards_vip_level`
  expect(others).toEqual([{ count: 13 }])
  expect((await decide(planId, 'end')).http).toBe(200)
  expect(await ofVip()).toEqual([usually])
  await db`
    insert into rewards_grant (player_id, kind, source_key, step, entry_type, amount_cents, bonus_times, policy_version)
    values (7, 'vip', '2', 2, 14, 500, 1, 'test'), (8, 'vip', '2', 2, 14, 500, 1, 'test'), (8, 'vip', '1', 1, 14, 200, 1, 'test')`
  const { data } = await harness.call('POST /api/backoffice/promotions/forecast', {
    token: first,
    body: { kind: 'vip', rules: more },
  })
  expect(data).toEqual({ days: 30, count: 3, presentCents: 2 * 500 + 200, plannedCents: 2 * 400 + 200 })
})

test('discounts are planned beside the packages of their days, approved and taken back; what would gain is refused', async () => {
  const off = (...amounts: readonly (readonly [number, number])[]) =>
    amounts.map(([goal, amount], at) => ({ place: at + 1, goal, amount }))
  const ofDiscounts = async () => (await read()).inForce.filter(({ kind }) => kind === 'discounts')
  const [usually] = await ofDiscounts()
  expect(usually?.rules.length).toBeGreaterThan(4)
  expect(usually?.rules.every(({ amount }) => amount === 0)).toBe(true)
  const plan = planOf({
    kind: 'discounts',
    rules: off([10_000, 101]),
    startsOn: dayAt(12),
    endsOn: dayAt(15),
  })
  for (const [code, field, rules] of [
    ['gift_gains', 'rules.0.amount', off([10_000, 101])], // beside the gift of today
    ['bad_request', 'rules.0.goal', off([7500, 1])],
    ['bad_request', 'rules.1.goal', off([10_000, 1], [5000, 1])],
  ] as const) {
    const { requestId: _requestId, ...asked } = plan
    const body = planOf({ ...asked, rules })
    const refused = await harness.call('POST /api/backoffice/promotions', { token: first, body })
    expect(refused).toMatchObject({ code, data: { field } })
  }
  // Without gifts on these days there is room for it.
  const packages = await propose(
    planOf({ kind: 'packages', rules: packs([10_000, 2000, 0]), startsOn: dayAt(12), endsOn: dayAt(15) }),
  )
  expect((await decide(packages.planId, 'approve')).http).toBe(200)
  const longer = { ...plan, endsOn: dayAt(16), requestId: 'discounts-longer-than-packages' }
  expect((await propose(longer)).code).toBe('gift_gains')
  const { planId } = await propose(plan)
  expect((await decide(planId, 'approve')).http).toBe(200)
  expect(await ofDiscounts()).toEqual([
    usually,
    { kind: 'discounts', startsOn: dayAt(12), rules: plan.rules },
    { ...usually, startsOn: dayAt(15) },
  ])
  const { data } = await harness.call('POST /api/backoffice/promotions/forecast', {
    token: first,
    body: { kind: 'discounts', rules: plan.rules, startsOn: dayAt(12), endsOn: dayAt(15) },
  })
  // Two later top-ups of the same price, from either list, and one that declined the bonus.
  expect(data).toEqual({ days: 30, count: 3, presentCents: 0, plannedCents: 3 * 101 })
  expect((await decide(planId, 'end')).http).toBe(200)
  expect(await ofDiscounts()).toEqual([usually])
  expect((await decide(packages.planId, 'end')).http).toBe(200)
})
