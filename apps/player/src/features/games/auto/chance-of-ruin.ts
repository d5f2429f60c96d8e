import { type AutoPlan, endOf, noRaises, raisesAfter, type Raises, stakeAt } from './auto-plan.ts'

/** What one round of automatic play is: won at this chance, and then paid so much, in ten-thousandths of the stake. */
export type RoundOdds = { chance: number; multiplierE4: number }

/** What a round pays that is won, rounded down to the cent. */
export const wonCents = (stakeCents: number, { multiplierE4 }: RoundOdds): number =>
  Math.floor((stakeCents * multiplierE4) / 10_000)

/** Sums in cents, each with its chance. */
type Chances = Map<number, number>

/** All ways of having won and lost so far that lead to the same stake: the chance of each sum. */
type Standing = { raises: Raises; chances: Chances }

/** Sums that are told apart, in all and of one stake at least and at most. Where there are fewer the answer is exact. */
const allSums = 6000
const sumsOfStake = { min: 60, max: 400 }

/**
 * The chance that automatic play ends because what may be lost is lost, or what the player has is gone. Every way the rounds
 * can come is counted, those that stand alike together. Where there are too many, sums are rounded down, towards the loss:
 * what is said is then a little more than the chance, never less.
 */
export const chanceOfRuin = (plan: AutoPlan, odds: RoundOdds, balanceCents: number): number => {
  let ruin = 0
  let standings: readonly Standing[] = [{ raises: noRaises, chances: new Map([[0, 1]]) }]
  for (let played = 0; standings.length > 0; played += 1) {
    const after = new Map<string, Standing>()
    for (const standing of standings) {
      const { ruined, goingOn } = sorted(plan, standing, { played, balanceCents })
      ruin += ruined
      if (goingOn.size > 0) playAll(plan, odds, { ...standing, chances: goingOn }, after)
    }
    const maxSums = Math.min(sumsOfStake.max, Math.max(sumsOfStake.min, Math.floor(allSums / after.size)))
    standings = [...after.values()].map(({ raises, chances }) => ({
      raises,
      chances: fewer(chances, maxSums),
    }))
  }
  return Math.min(1, ruin)
}

/** How much of the chance ends here in ruin, and what of it plays on. */
const sorted = (
  plan: AutoPlan,
  { raises, chances }: Standing,
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

/** One round more from all of these sums: into `after`, by how the stake then stands. */
const playAll = (plan: AutoPlan, odds: RoundOdds, from: Standing, after: Map<string, Standing>): void => {
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

/** The same chances at no more than so many sums, each rounded down to one of them. */
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
