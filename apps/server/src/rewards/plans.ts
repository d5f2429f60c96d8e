import {
  type DiscountRule,
  type PackageRule,
  type Period,
  planDiscounts,
  planPackages,
  readBoughtPackages,
  readDiscountRules,
  readPackageRules,
  readPaidPrices,
  readUnfitDiscount,
  readUnfitPackage,
  replayDiscountsCents,
  replayGiftsCents,
  unplanDiscounts,
  unplanPackages,
} from '../cashier/index.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import {
  type DatedRule,
  deleteAwards,
  deletePrizes,
  deleteRates,
  deleteSteps,
  insertAwards,
  insertPlan,
  insertPrizes,
  insertRates,
  insertSteps,
  lockPlans,
  type PlanRow,
  selectCheckIns,
  selectDaysOf,
  selectDatedRules,
  selectOfRequest,
  selectOverlapping,
  selectPlans,
  selectSettled,
  selectStepsGiven,
  selectToday,
  updateToApproved,
  updateToEnded,
} from './plan-queries.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import {
  MAX_ACTIVITY_DAYS,
  replayActivity,
  startActivity,
  stopActivity,
  unfitActivity,
} from './plan-activities.ts'
import { selectVipLevels } from './queries.ts'
import { hasGoalsOf, type PlanKind, type PlannedRule, replayCents, unfitAward, unfitRule } from './rules.ts'

/** The most plans shown to operators at once. */
const MAX_PLANS = 200

type ProposePlan = Pick<PlanRow, 'kind' | 'rules' | 'activity' | 'startsOn' | 'endsOn' | 'reason'> & {
  operatorId: number
  requestId: string
}

/** Kinds whose rules hold from a day on until other rules of the kind do. An activity has its own dates. */
type DatedKind = Exclude<PlanKind, 'activity'>

type UnfitRefusal = 'bad_request' | 'gift_gains'
type Proposed = Result<
  { planId: number; isNew: boolean },
  UnfitRefusal | 'promotion_late' | 'request_mismatch'
>
type DecideRefusal = 'not_found' | 'setting_decided' | 'promotion_late' | 'promotion_overlaps' | 'four_eyes'
type Decided = Result<PlanRow, DecideRefusal>
type AreIndependent = (tx: Tx, one: number, other: number) => Promise<boolean>
type Policy = Pick<CompliancePolicy, 'terms'>

/** Records a proposed plan; it takes effect only once another operator approves it. Idempotent. */
export async function proposePlan(
  tx: Tx,
  policy: Policy,
  { operatorId, rules, ...asked }: ProposePlan,
): Promise<Proposed> {
  const activity = asked.activity && JSON.stringify(asked.activity)
  const plan = { ...asked, activity, rules: JSON.stringify(rules), proposedBy: operatorId }
  const [known] = await selectOfRequest(tx, plan)
  if (known) return known.isSame ? ok({ planId: known.id, isNew: false }) : refuse('request_mismatch')
  const unfit = await refuseUnfit(tx, policy, { ...asked, rules })
  if (unfit) return unfit
  if (asked.endsOn !== null && asked.endsOn <= asked.startsOn) return refuseField('bad_request', 'endsOn')
  if (asked.startsOn <= (await today(tx))) return refuse('promotion_late')
  if (asked.kind === 'ladder' && !hasGoalsOf(rules, before(await ofKind(tx, 'ladder'), asked.startsOn)))
    return refuseField('bad_request', 'rules')
  const [written] = await insertPlan(tx, plan)
  if (written) return ok({ planId: written.id, isNew: true })
  const [other] = await selectOfRequest(tx, plan)
  return other?.isSame ? ok({ planId: other.id, isNew: false }) : refuse('request_mismatch')
}

/**
 * Approves an open plan: its rules apply from its first day, and the rules before it return after its last. The
 * approving operator must be independent of the proposing one. Plans of a kind never overlap, because the end of one
 * restores the rules before it.
 */
export async function approvePlan(
  tx: Tx,
  { id, by }: { id: number; by: number },
  { policy, areIndependent }: { policy: Policy; areIndependent: AreIndependent },
): Promise<Result<PlanRow, DecideRefusal | UnfitRefusal>> {
  const plan = await lockPlan(tx, id)
  if (!plan) return refuse('not_found')
  if (plan.approvedAt !== null || plan.endedAt !== null) return refuse('setting_decided')
  if (!(await areIndependent(tx, plan.proposedBy, by))) return refuse('four_eyes')
  const { kind, startsOn, endsOn, rules } = plan
  if (startsOn <= (await today(tx))) return refuse('promotion_late')
  // The bounds may have narrowed since the plan was proposed.
  const unfit = await refuseUnfit(tx, policy, plan)
  if (unfit) return unfit
  if (kind === 'activity') {
    if ((await selectOverlapping(tx, plan)).length > 0) return refuse('promotion_overlaps')
    if (!(await startActivity(tx, plan))) return refuseField('bad_request', 'activity.id')
    await updateToApproved(tx, { id, kind, by })
    return ok(plan)
  }
  const dated = await ofKind(tx, kind)
  const isIn = (day: string) => day >= startsOn && (endsOn === null || day <= endsOn)
  if (dated.some((rule) => isIn(rule.startsOn))) return refuse('promotion_overlaps')
  if ((await selectOverlapping(tx, plan)).length > 0) return refuse('promotion_overlaps')
  await insertRules(tx, kind, { startsOn, rules })
  if (endsOn !== null) await insertRules(tx, kind, { startsOn: endsOn, rules: before(dated, startsOn) })
  await updateToApproved(tx, { id, kind, by })
  return ok(plan)
}

/**
 * Ends a plan. An open plan is rejected; a future plan loses its rules; a running plan ends today, and the rules
 * before it apply again from tomorrow.
 */
export async function endPlan(tx: Tx, { id, by }: { id: number; by: number }): Promise<Decided> {
  const plan = await lockPlan(tx, id)
  if (!plan) return refuse('not_found')
  const [days] = await selectToday(tx)
  const { today: day, tomorrow } = days ?? { today: '', tomorrow: '' }
  const { kind, startsOn, endsOn, approvedAt, endedAt } = plan
  if (endedAt !== null || (endsOn !== null && endsOn <= day)) return refuse('setting_decided')
  if (kind === 'activity') {
    const activityId = plan.activity?.id
    if (approvedAt !== null && activityId !== undefined)
      await stopActivity(tx, activityId, { hasBegun: startsOn <= day, tomorrow })
  } else if (approvedAt !== null && startsOn > day)
    await remove[kind](tx, endsOn === null ? [startsOn] : [startsOn, endsOn])
  else if (approvedAt !== null && endsOn !== tomorrow) {
    const dated = await ofKind(tx, kind)
    // Another plan has started since, or starts tomorrow, and ended this one.
    if (dated.findLast((rule) => rule.startsOn <= tomorrow)?.startsOn !== startsOn)
      return refuse('setting_decided')
    await insertRules(tx, kind, { startsOn: tomorrow, rules: before(dated, startsOn) })
    if (endsOn !== null) await remove[kind](tx, [endsOn])
  }
  await updateToEnded(tx, id, by)
  return ok(plan)
}

/** The forecast replays this many past days. */
const REPLAYED_DAYS = 30

/** What the last days' check-ins, steps, stakes or top-ups cost by the rules of today, and would have cost by these. */
export async function forecastPlan(
  sql: Sql,
  policy: Policy,
  asked: Pick<PlanRow, 'kind' | 'rules' | 'activity'> & { [K in keyof Period]?: Period[K] | undefined },
): Promise<
  Result<{ days: number; count: number; presentCents: number; plannedCents: number }, UnfitRefusal>
> {
  const { kind, rules, activity, endsOn = null } = asked
  if (kind === 'activity') return forecastActivity(sql, { ...asked, endsOn })
  const [dated, [days]] = await Promise.all([ofKind(sql, kind), selectToday(sql)])
  const tomorrow = days?.tomorrow ?? ''
  const period = { startsOn: asked.startsOn ?? tomorrow, endsOn }
  const unfit = await refuseUnfit(sql, policy, { kind, rules, activity, ...period })
  if (unfit) return unfit
  const present = before(dated, tomorrow)
  const { count, costCents } = await readGiven(sql, kind, present)
  return ok({
    days: REPLAYED_DAYS,
    count,
    presentCents: costCents(present),
    plannedCents: costCents(rules),
  })
}

/** What an activity would have cost in as many of the last days as it is to run. Without it, this costs nothing. */
async function forecastActivity(
  sql: Sql,
  {
    rules,
    activity,
    startsOn,
    endsOn,
  }: Pick<PlanRow, 'rules' | 'activity' | 'endsOn'> & { startsOn?: string | undefined },
) {
  if (activity === null) return refuseField('bad_request', 'activity')
  const [length] = startsOn === undefined || endsOn === null ? [] : await selectDaysOf(sql, startsOn, endsOn)
  const days = Math.min(MAX_ACTIVITY_DAYS, Math.max(1, length?.days ?? REPLAYED_DAYS))
  const { count, costCents } = await replayActivity(sql, { counts: activity.counts, rules, days })
  return ok({ days, count, presentCents: 0, plannedCents: costCents })
}

/** How often the replayed days gave something of this kind, and a function for what that costs under given rules. */
async function readGiven(sql: Sql, kind: DatedKind, present: readonly PlannedRule[]) {
  const countAll = (given: readonly { count: number }[]) => given.reduce((sum, { count }) => sum + count, 0)
  type Rules = readonly PlannedRule[]
  if (kind === 'packages') {
    const bought = await readBoughtPackages(sql, REPLAYED_DAYS)
    return {
      count: countAll(bought),
      costCents: (rules: Rules) => replayGiftsCents(bought, rules.map(toPackage)),
    }
  }
  if (kind === 'discounts') {
    const paid = await readPaidPrices(sql, REPLAYED_DAYS)
    return {
      count: countAll(paid),
      costCents: (rules: Rules) => replayDiscountsCents(paid, rules.map(toDiscount)),
    }
  }
  const read = {
    check_in: () => selectCheckIns(sql, REPLAYED_DAYS),
    ladder: () => selectStepsGiven(sql, 'ladder', REPLAYED_DAYS),
    vip: () => selectStepsGiven(sql, 'vip', REPLAYED_DAYS),
    commission: () => selectSettled(sql, REPLAYED_DAYS),
  }[kind]
  const given = await read()
  return {
    count: countAll(given),
    costCents: (rules: Rules) => replayCents(kind, given, { present, rules }),
  }
}

/** The plans, newest first, and the rules of each kind by start day: today's and later ones. */
export async function readPlans(sql: Sql) {
  const [plans, dated, [days]] = await Promise.all([
    selectPlans(sql, { id: null, max: MAX_PLANS }),
    readDatedRules(sql),
    selectToday(sql),
  ])
  const day = days?.today ?? ''
  const since = (kind: PlanKind) =>
    dated.findLast((rule) => rule.kind === kind && rule.startsOn <= day)?.startsOn
  const holding = dated.filter(({ kind, startsOn }) => startsOn >= (since(kind) ?? day))
  const groups = Map.groupBy(holding, ({ kind, startsOn }) => `${kind} ${startsOn}`)
  return {
    plans,
    inForce: [...groups.values()].flatMap((rules) => {
      const [first] = rules
      return first ? [{ kind: first.kind, startsOn: first.startsOn, rules: rules.map(plain) }] : []
    }),
  }
}

const plain = ({ kind: _kind, startsOn: _startsOn, ...rule }: DatedRule): PlannedRule => rule

async function lockPlan(tx: Tx, id: number): Promise<PlanRow | undefined> {
  await lockPlans(tx)
  const [plan] = await selectPlans(tx, { id, max: 1 })
  return plan
}

const today = async (tx: Tx): Promise<string> => (await selectToday(tx))[0]?.today ?? ''

/** The rules of all kinds, sorted by day and place within a kind. Those of packages and discounts are the cashier's. */
async function readDatedRules(sql: Sql): Promise<DatedRule[]> {
  const [own, packages, discounts] = await Promise.all([
    selectDatedRules(sql),
    readPackageRules(sql),
    readDiscountRules(sql),
  ])
  const ofPackages = byDay(packages, ({ firstBonusGrantCents, laterBonusGrantCents }) => ({
    kind: 'packages',
    amount: laterBonusGrantCents,
    first: firstBonusGrantCents,
  }))
  const ofDiscounts = byDay(discounts, ({ discountBps }) => ({ kind: 'discounts', amount: discountBps }))
  return [...own, ...ofPackages, ...ofDiscounts]
}

/** Rules of prices as planned rules: `goal` is the price, `place` the position among the rules of the same day. */
function byDay<Rule extends { startsOn: string; priceCents: number }>(
  rules: readonly Rule[],
  of: (rule: Rule) => Pick<DatedRule, 'kind' | 'amount' | 'first'>,
): DatedRule[] {
  const days = Map.groupBy(rules, ({ startsOn }) => startsOn)
  return [...days].flatMap(([startsOn, same]) =>
    same.map((rule, at) => ({ startsOn, place: at + 1, goal: rule.priceCents, ...of(rule) })),
  )
}

const ofKind = async (sql: Sql, kind: PlanKind) =>
  (await readDatedRules(sql)).filter((rule) => rule.kind === kind)

const toPackage = ({ goal, amount, first = 0 }: PlannedRule): PackageRule => ({
  priceCents: goal,
  firstBonusGrantCents: first,
  laterBonusGrantCents: amount,
})

const toDiscount = ({ goal, amount }: PlannedRule): DiscountRule => ({
  priceCents: goal,
  discountBps: amount,
})

/** The refusal of rules that do not fit their kind, or would give more than they may; undefined if all fit. */
async function refuseUnfit(
  sql: Sql,
  policy: Policy,
  { kind, rules, activity, startsOn, endsOn }: Period & Pick<PlanRow, 'kind' | 'rules' | 'activity'>,
) {
  const wrong = unfitRule(kind, rules)
  if (wrong !== undefined) return refuseField('bad_request', wrong)
  if (kind === 'activity') {
    const unfit = await unfitActivity(sql, { activity, startsOn, endsOn, rules })
    return unfit && refuseField(unfit.code, unfit.field)
  }
  if (activity !== null) return refuseField('bad_request', 'activity')
  if (kind === 'vip') {
    const unfit = unfitAward(rules, await selectVipLevels(sql))
    return (
      unfit &&
      refuseField(unfit.what === 'goal' ? 'bad_request' : 'gift_gains', `rules.${unfit.at}.${unfit.what}`)
    )
  }
  const period = { startsOn, endsOn }
  const unfit =
    kind === 'packages'
      ? await readUnfitPackage(sql, policy, { rules: rules.map(toPackage), ...period })
      : kind === 'discounts' &&
        (await readUnfitDiscount(sql, policy, { rules: rules.map(toDiscount), ...period }))
  if (!unfit) return undefined
  const field = `rules.${unfit.at}.${packageFields[unfit.what]}`
  return refuseField(unfit.what === 'price' ? 'bad_request' : 'gift_gains', field)
}

const refuseField = <Code extends UnfitRefusal>(code: Code, field: string) =>
  refuse(code, { values: { field }, detail: { field } })

const packageFields = { price: 'goal', first: 'first', later: 'amount', discount: 'amount' } as const

/** The rules in force on the day before this one. */
function before(dated: readonly DatedRule[], day: string): PlannedRule[] {
  const since = dated.findLast(({ startsOn }) => startsOn < day)?.startsOn
  return dated.filter(({ startsOn }) => startsOn === since).map(plain)
}

async function insertRules(
  tx: Tx,
  kind: DatedKind,
  { startsOn, rules }: { startsOn: string; rules: readonly PlannedRule[] },
): Promise<void> {
  if (kind === 'packages') await planPackages(tx, { startsOn, rules: rules.map(toPackage) })
  else if (kind === 'discounts') await planDiscounts(tx, { startsOn, rules: rules.map(toDiscount) })
  else if (kind === 'vip')
    await insertAwards(tx, {
      startsOn,
      levels: rules.map(({ place }) => place),
      awards: rules.map(({ amount }) => amount),
    })
  else if (kind === 'check_in')
    await insertPrizes(
      tx,
      rules.map(({ place, amount }) => ({ startsOn, streakDay: place, amountCents: amount })),
    )
  else if (kind === 'ladder')
    await insertSteps(
      tx,
      rules.map(({ place, goal, amount }) => ({ startsOn, step: place, invitees: goal, awardCents: amount })),
    )
  else
    await insertRates(
      tx,
      rules.map(({ place, amount }) => ({ startsOn, level: place, rateBps: amount })),
    )
}

const remove = {
  check_in: deletePrizes,
  ladder: deleteSteps,
  commission: deleteRates,
  packages: unplanPackages,
  discounts: unplanDiscounts,
  vip: deleteAwards,
} as const
