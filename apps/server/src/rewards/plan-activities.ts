import { countSettledAtLeast } from '../ledger/index.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import {
  deleteActivity,
  insertPlannedActivity,
  type PlannedActivity,
  type PlanRow,
  selectActivityIds,
  selectCheckedInAtLeast,
  selectDaysOf,
  updateActivityEnd,
} from './plan-queries.ts'
import { insertActivitySteps } from './queries.ts'
import type { PlannedRule } from './rules.ts'

/** The longest planned activity, in days. */
export const MAX_ACTIVITY_DAYS = 92

/**
 * The most cents that an activity may pay in all up to a step with this goal. For stakes 0.03 %: the house keeps at
 * least 0.05 % more of a stake than game bonus and commission return together (docs/maths/bonus.md). A check-in costs
 * the player nothing, so it is bounded per day.
 */
const mostCents = {
  stakes: (stakedCents: number) => Math.floor((3 * stakedCents) / 10_000),
  check_ins: (days: number) => 100 * days,
} as const satisfies Record<PlannedActivity['counts'], (goal: number) => number>

/** The index of the first step that exceeds the bound; undefined if none does. */
function unfitStep(counts: PlannedActivity['counts'], steps: readonly PlannedRule[]): number | undefined {
  let broughtCents = 0
  for (const [at, { goal, amount }] of steps.entries()) {
    broughtCents += amount
    if (broughtCents > mostCents[counts](goal)) return at
  }
  return undefined
}

type Asked = Pick<PlanRow, 'activity' | 'startsOn' | 'endsOn' | 'rules'>

/** The first invalid field of an activity, and whether it pays too much; undefined if all are valid. */
export async function unfitActivity(
  sql: Sql,
  { activity, startsOn, endsOn, rules }: Asked,
): Promise<{ code: 'bad_request' | 'gift_gains'; field: string } | undefined> {
  if (activity === null) return { code: 'bad_request', field: 'activity' }
  const [length] = endsOn === null ? [] : await selectDaysOf(sql, startsOn, endsOn)
  if (!length || length.days > MAX_ACTIVITY_DAYS) return { code: 'bad_request', field: 'endsOn' }
  // There is one check-in a day.
  if (activity.counts === 'check_ins' && (rules.at(-1)?.goal ?? 0) > length.days)
    return { code: 'bad_request', field: `rules.${rules.length - 1}.goal` }
  const step = unfitStep(activity.counts, rules)
  if (step !== undefined) return { code: 'gift_gains', field: `rules.${step}.amount` }
  const isTaken = (await selectActivityIds(sql, [activity.id])).length > 0
  return isTaken ? { code: 'bad_request', field: 'activity.id' } : undefined
}

/** Writes a planned activity, which players see from a month before it starts; false if its address is taken. */
export async function startActivity(tx: Tx, { activity, startsOn, endsOn, rules }: Asked): Promise<boolean> {
  if (activity === null || endsOn === null) return false
  const written = await insertPlannedActivity(tx, { ...activity, startsOn, endsOn })
  if (written.length === 0) return false
  await insertActivitySteps(
    tx,
    rules.map(({ place, goal, amount }) => ({
      activityId: activity.id,
      step: place,
      goal,
      prizeCents: amount,
    })),
  )
  return true
}

/** Deletes a future activity, or ends a running one after today. */
export async function stopActivity(
  tx: Tx,
  id: string,
  { hasBegun, tomorrow }: { hasBegun: boolean; tomorrow: string },
): Promise<void> {
  if (hasBegun) await updateActivityEnd(tx, id, tomorrow)
  else await deleteActivity(tx, id)
}

/** How often each step would have been reached in the last days, by all players, including those the activity is not for. */
export async function replayActivity(
  sql: Sql,
  { counts, rules, days }: { counts: PlannedActivity['counts']; rules: readonly PlannedRule[]; days: number },
): Promise<{ count: number; costCents: number }> {
  const goals = rules.map(({ goal }) => goal)
  const reached =
    counts === 'stakes'
      ? await countSettledAtLeast(sql, days, goals)
      : await selectCheckedInAtLeast(sql, days, goals)
  const countOf = new Map(reached.map(({ goal, count }) => [goal, count]))
  const times = rules.map(({ goal, amount }) => ({ amount, count: countOf.get(goal) ?? 0 }))
  return {
    count: times.reduce((sum, { count }) => sum + count, 0),
    costCents: times.reduce((sum, { count, amount }) => sum + count * amount, 0),
  }
}
