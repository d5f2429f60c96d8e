import { streakDayOf } from './check-in-rules.ts'

/** Rules that operators plan: prizes of the check-in, steps of the ladder, rates of commission. */
export type PlanKind = 'check_in' | 'ladder' | 'commission'

/** One rule: its place from 1 on, what it asks for (0 where it asks for nothing), and the cents or hundredths of a percent that it brings. */
export type PlannedRule = { place: number; goal: number; amount: number }

/** The most rules of a kind, and the most that one of them brings. */
const bounds = {
  check_in: { rules: 31, amount: 1000 },
  ladder: { rules: 30, amount: 10_000_000 },
  commission: { rules: 3, amount: 45 },
} as const

/**
 * All levels of commission together, in hundredths of a percent: with the game bonus they stay below what the cheapest stake
 * costs whoever has the accounts above it, too (docs/maths/bonus.md).
 */
const MOST_COMMISSION_BPS = 45

/** Whether steps of the ladder ask for what those that hold ask for: a step that was claimed is known by its number alone. */
export const hasGoalsOf = (rules: readonly PlannedRule[], held: readonly PlannedRule[]): boolean =>
  rules.length === held.length && rules.every(({ goal }, at) => goal === held[at]?.goal)

/** The field of the first rule that does not fit its kind; nothing where all do. */
export function unfitRule(kind: PlanKind, rules: readonly PlannedRule[]): string | undefined {
  const { rules: most, amount: mostAmount } = bounds[kind]
  if (rules.length === 0 || rules.length > most || (kind === 'commission' && rules.length !== most))
    return 'rules'
  for (const [at, { place, goal, amount }] of rules.entries()) {
    if (place !== at + 1) return `rules.${at}.place`
    const before = rules[at - 1]?.goal ?? 0
    if (kind === 'ladder' ? goal <= before : goal !== 0) return `rules.${at}.goal`
    if (amount > mostAmount || (amount === 0 && kind !== 'commission')) return `rules.${at}.amount`
  }
  const all = rules.reduce((sum, { amount }) => sum + amount, 0)
  return kind === 'commission' && all > MOST_COMMISSION_BPS ? 'rules' : undefined
}

/** How often something was given in the days that are replayed: at which place of the rules then, or over how much. */
export type Given = { place: number; count: number; settledCents: number }

/**
 * What rules would have cost had what was given been given by them: each check-in by how many days it was in a row, each step
 * of the ladder that was reached by the steps up to the same number of invitees, commission over the same stakes. What a
 * better prize would have made players do is not known.
 * Units: cents.
 */
export function replayCents(
  kind: PlanKind,
  given: readonly Given[],
  { present, rules }: { present: readonly PlannedRule[]; rules: readonly PlannedRule[] },
): number {
  const cost = ({ place, count, settledCents }: Given): number => {
    if (kind === 'check_in') return count * (rules[streakDayOf(place, rules.length) - 1]?.amount ?? 0)
    if (kind === 'commission') return (settledCents * (rules[place - 1]?.amount ?? 0)) / 10_000
    const [from, until] = [present[place - 2]?.goal ?? 0, present[place - 1]?.goal ?? 0]
    const reached = rules.filter(({ goal }) => goal > from && goal <= until)
    return count * reached.reduce((sum, { amount }) => sum + amount, 0)
  }
  return Math.round(given.reduce((sum, one) => sum + cost(one), 0))
}
