import { type AutoPlan, endOf, noRaises, raisesAfter, type Raises, stakeAt } from './auto-plan.ts'

/** A round of automatic play: its win chance, and the payout in ten-thousandths of the stake. */
export type RoundOdds = { chance: number; multiplierE4: number }

/** A won round's payout, rounded down to the cent. */
export const wonCents = (stakeCents: number, { multiplierE4 }: RoundOdds): number =>
  Math.floor((stakeCents * multiplierE4) / 10_000)

/** Sums in cents with their probabilities. */
type Chances = Map<number, number>

/** All histories that lead to the same stake: the probability of each sum. */
type PlanState = { raises: Raises; chances: Chances }

/** How many sums are distinguished, in total and per stake. With fewer the result is exact. */
const allSums = 6000
const sumsOfStake = { min: 60, max: 400 }

/**
 * The probability that automatic play ends because the loss limit or the balance is used up. Histories with the same
 * state are merged. If there are too many states, sums are rounded down, so the result may be slightly too high, never
 * too low.
 */
export const chanceOfRuin = (plan: AutoPlan, odds: RoundOdds, balanceCents: number): number => {
  let ruin = 0
  let planStates: readonly PlanState[] = [{ raises: noRaises, chances: new Map([[0, 1]]) }]
  for (let played = 0; planStates.length > 0; played += 1) {
    const after = new Map<string, PlanState>()
    for (const planState of planStates) {
      const { ruined, goingOn } = sorted(plan, planState, { played, balanceCents })
      ruin += ruined
      if (goingOn.size > 0) playAll(plan, odds, { ...planState, chances: goingOn }, after)
    }
    const maxSums = Math.min(sumsOfStake.max, Math.max(sumsOfStake.min, Math.floor(allSums / after.size)))
    planStates = [...after.values()].map(({ raises, chances }) => ({
      raises,
      chances: fewer(chances, maxSums),
    }))
  }
  return Math.min(1, ruin)
}

/** The probability that ends in ruin here, and the part that continues. */
const sorted = (
  plan: AutoPlan,
  { raises, chances }: PlanState,
  { played, balanceCents }: { played: number; balanceCents: number },
): { ruined: number; goingOn: Chances } => {
  let ruined = 0
  const goingOn: Chances = new Map()
  for (const [netCents, chance] of chances) {
    const end = endOf(plan, { played, netCents, balanceCents: balanceCents + netCents, raises })
    if (end === 'loss' || end === 'balance') ruined += chance
    if (end === undefined) goingOn.set(netCents, chance)
  }
  return { ruined, goingOn }
}

/** Plays one round from all these sums: into `after`, by the resulting stake. */
const playAll = (plan: AutoPlan, odds: RoundOdds, from: PlanState, after: Map<string, PlanState>): void => {
  const stakeCents = stakeAt(plan, from.raises)
  for (const won of [true, false]) {
    const raises = raisesAfter(plan, from.raises, won)
    const key = `${raises.wins} ${raises.losses}`
    const { chances } = after.get(key) ?? { chances: new Map<number, number>() }
    after.set(key, { raises, chances })
    const gainCents = (won ? wonCents(stakeCents, odds) : 0) - stakeCents
    const share = won ? odds.chance : 1 - odds.chance
    for (const [netCents, chance] of from.chances)
      chances.set(netCents + gainCents, (chances.get(netCents + gainCents) ?? 0) + chance * share)
  }
}

/** Merges probabilities into at most this many sums, each rounded down. */
const fewer = (chances: Chances, maxSums: number): Chances => {
  if (chances.size <= maxSums) return chances
  const sums = [...chances.keys()]
  const least = Math.min(...sums)
  const width = (Math.max(...sums) - least) / maxSums
  const rounded: Chances = new Map()
  for (const [sum, chance] of chances) {
    const floor = least + Math.floor(Math.floor((sum - least) / width) * width)
    rounded.set(floor, (rounded.get(floor) ?? 0) + chance)
  }
  return rounded
}
