import type { Sql, Tx } from '../platform/db/index.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import {
  type DatedRule,
  deletePrizes,
  deleteRates,
  deleteSteps,
  insertPlan,
  insertPrizes,
  insertRates,
  insertSteps,
  lockPlans,
  type PlanRow,
  selectCheckIns,
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
import { hasGoalsOf, type PlanKind, type PlannedRule, replayCents, unfitRule } from './rules.ts'

/** Plans that operators see at once. */
const MAX_PLANS = 200

type ProposePlan = Pick<PlanRow, 'kind' | 'rules' | 'startsOn' | 'endsOn' | 'reason'> & {
  operatorId: number
  requestId: string
}

type Proposed = Result<
  { planId: number; isNew: boolean },
  'bad_request' | 'promotion_late' | 'request_mismatch'
>
type Decided = Result<
  PlanRow,
  'not_found' | 'setting_decided' | 'promotion_late' | 'promotion_overlaps' | 'four_eyes'
>
type AreIndependent = (tx: Tx, one: number, other: number) => Promise<boolean>

/** Records a plan; it changes nothing before another operator approves it. Asked twice it is one plan. */
export async function proposePlan(tx: Tx, { operatorId, rules, ...asked }: ProposePlan): Promise<Proposed> {
  const wrong = unfitRule(asked.kind, rules)
  const field = wrong ?? (asked.endsOn !== null && asked.endsOn <= asked.startsOn ? 'endsOn' : undefined)
  if (field !== undefined) return refuse('bad_request', { values: { field }, detail: { field } })
  const plan = { ...asked, rules: JSON.stringify(rules), proposedBy: operatorId }
  const [known] = await selectOfRequest(tx, plan)
  if (known) return known.isSame ? ok({ planId: known.id, isNew: false }) : refuse('request_mismatch')
  if (asked.startsOn <= (await today(tx))) return refuse('promotion_late')
  if (asked.kind === 'ladder' && !hasGoalsOf(rules, before(await ofKind(tx, 'ladder'), asked.startsOn)))
    return refuse('bad_request', { values: { field: 'rules' }, detail: { field: 'rules' } })
  const [written] = await insertPlan(tx, plan)
  if (written) return ok({ planId: written.id, isNew: true })
  const [other] = await selectOfRequest(tx, plan)
  return other?.isSame ? ok({ planId: other.id, isNew: false }) : refuse('request_mismatch')
}

/**
 * Puts an open plan in force from its day on, and what holds before it again from its last: for an operator who is independent
 * of the one who proposed it. Two plans of a kind never hold over each other: what holds before one is what its end brings back.
 */
export async function approvePlan(
  tx: Tx,
  { id, by }: { id: number; by: number },
  areIndependent: AreIndependent,
): Promise<Decided> {
  const plan = await lockPlan(tx, id)
  if (!plan) return refuse('not_found')
  if (plan.approvedAt !== null || plan.endedAt !== null) return refuse('setting_decided')
  if (!(await areIndependent(tx, plan.proposedBy, by))) return refuse('four_eyes')
  const { kind, startsOn, endsOn, rules } = plan
  if (startsOn <= (await today(tx))) return refuse('promotion_late')
  const dated = await ofKind(tx, kind)
  const isIn = (day: string) => day >= startsOn && (endsOn === null || day <= endsOn)
  if (dated.some((rule) => isIn(rule.startsOn))) return refuse('promotion_overlaps')
  if ((await selectOverlapping(tx, plan)).length > 0) return refuse('promotion_overlaps')
  await insertRules(tx, kind, { startsOn, rules })
  if (endsOn !== null) await insertRules(tx, kind, { startsOn: endsOn, rules: before(dated, startsOn) })
  await updateToApproved(tx, id, by)
  return ok(plan)
}

/**
 * Ends a plan. One that is open is rejected; of one that is still to come the rules go; one that runs ends with this day, and
 * from tomorrow on what held before it holds again.
 */
export async function endPlan(tx: Tx, { id, by }: { id: number; by: number }): Promise<Decided> {
  const plan = await lockPlan(tx, id)
  if (!plan) return refuse('not_found')
  const [days] = await selectToday(tx)
  const { today: day, tomorrow } = days ?? { today: '', tomorrow: '' }
  const { kind, startsOn, endsOn, approvedAt, endedAt } = plan
  if (endedAt !== null || (endsOn !== null && endsOn <= day)) return refuse('setting_decided')
  if (approvedAt !== null && startsOn > day)
    await remove[kind](tx, endsOn === null ? [startsOn] : [startsOn, endsOn])
  else if (approvedAt !== null && endsOn !== tomorrow) {
    const dated = await ofKind(tx, kind)
    // Another plan holds since, or is next: this one ended by it.
    if (dated.findLast((rule) => rule.startsOn <= tomorrow)?.startsOn !== startsOn)
      return refuse('setting_decided')
    await insertRules(tx, kind, { startsOn: tomorrow, rules: before(dated, startsOn) })
    if (endsOn !== null) await remove[kind](tx, [endsOn])
  }
  await updateToEnded(tx, id, by)
  return ok(plan)
}

/** Days that are replayed to say what rules would have cost. */
const REPLAYED_DAYS = 30

/** What the last days' check-ins, steps or stakes cost by the rules of today, and would have cost by these. */
export async function forecastPlan(
  sql: Sql,
  { kind, rules }: Pick<PlanRow, 'kind' | 'rules'>,
): Promise<
  Result<{ days: number; count: number; presentCents: number; plannedCents: number }, 'bad_request'>
> {
  const field = unfitRule(kind, rules)
  if (field !== undefined) return refuse('bad_request', { values: { field }, detail: { field } })
  const [given, dated, [days]] = await Promise.all([
    { check_in: selectCheckIns, ladder: selectStepsGiven, commission: selectSettled }[kind](
      sql,
      REPLAYED_DAYS,
    ),
    selectDatedRules(sql),
    selectToday(sql),
  ])
  const present = before(
    dated.filter((rule) => rule.kind === kind),
    days?.tomorrow ?? '',
  )
  return ok({
    days: REPLAYED_DAYS,
    count: given.reduce((sum, { count }) => sum + count, 0),
    presentCents: replayCents(kind, given, { present, rules: present }),
    plannedCents: replayCents(kind, given, { present, rules }),
  })
}

/** The plans, the newest first, and the rules of each kind by the day from which they hold: today's, and those to come. */
export async function readPlans(sql: Sql) {
  const [plans, dated, [days]] = await Promise.all([
    selectPlans(sql, { id: null, max: MAX_PLANS }),
    selectDatedRules(sql),
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

const plain = ({ place, goal, amount }: DatedRule): PlannedRule => ({ place, goal, amount })

async function lockPlan(tx: Tx, id: number): Promise<PlanRow | undefined> {
  await lockPlans(tx)
  const [plan] = await selectPlans(tx, { id, max: 1 })
  return plan
}

const today = async (tx: Tx): Promise<string> => (await selectToday(tx))[0]?.today ?? ''

const ofKind = async (tx: Tx, kind: PlanKind) =>
  (await selectDatedRules(tx)).filter((rule) => rule.kind === kind)

/** Of rules by their days those that hold until a day. */
function before(dated: readonly DatedRule[], day: string): PlannedRule[] {
  const since = dated.findLast(({ startsOn }) => startsOn < day)?.startsOn
  return dated.filter(({ startsOn }) => startsOn === since).map(plain)
}

async function insertRules(
  tx: Tx,
  kind: PlanKind,
  { startsOn, rules }: { startsOn: string; rules: readonly PlannedRule[] },
): Promise<void> {
  if (kind === 'check_in')
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

const remove = { check_in: deletePrizes, ladder: deleteSteps, commission: deleteRates } as const
