/**
 * A race as a contest of scores: each runner's is the logarithm of its chance to win plus luck of its own (a Gumbel
 * number), and the greatest wins. That is Plackett–Luce; what luck is still to come is a Gumbel number of a smaller scale,
 * so the chances on the way are exact too. Source: docs/maths/racing.md §5.
 */

/** So far apart are two runners whose scores differ by one: three lengths. */
const CM_A_SCORE = 720

/** So near to the post whoever stands there knows more than any price: no bets. */
export const FINAL_METRES = 200

/** The scale of the luck still to come once this share of the race is run. */
const luckLeft = (done: number): number => Math.sqrt(Math.max(0, 1 - done))

/** A race on the way: how much of it is run, from 0 to 1, and how far each runner lies behind the first. */
export type RaceProgress = { readonly done: number; readonly behindCm: readonly number[] }

/**
 * Chance of each runner to win as the race stands, from the chances before its start.
 * Shape: same order as `win`; sums to 1. Who had no chance has none.
 * Asserts: a distance for each runner, and a race that is not over.
 */
export const chancesInPlay = (win: readonly number[], { done, behindCm }: RaceProgress): number[] => {
  if (behindCm.length !== win.length) throw new Error('a race has a distance for each of its runners')
  if (!(done >= 0 && done < 1)) throw new Error(`not on the way: ${done} of the race is run`)
  const scores = win.map((chance, at) =>
    chance > 0
      ? ((1 - done) * Math.log(chance) - (behindCm[at] ?? 0) / CM_A_SCORE) / luckLeft(done)
      : Number.NEGATIVE_INFINITY,
  )
  const most = Math.max(...scores)
  const weights = scores.map((score) => Math.exp(score - most))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / whole)
}

/**
 * A race as it may be run, after each of these shares of it: how far each runner has come, in centimetres from where an
 * even race would have it. `roll` gives numbers from 0 to below 1. Who leads at the end has won.
 * Asserts: chances above zero; shares that rise and end with 1.
 */
export function* runRace(
  win: readonly number[],
  shares: readonly number[],
  roll: () => number,
): Generator<readonly number[]> {
  const luck = win.map(() => 0)
  let before = 0
  for (const done of shares) {
    for (const at of luck.keys()) luck[at] = (luck[at] ?? 0) + luckBetween(before, done, roll)
    before = done
    yield win.map((chance, at) => Math.round((done * Math.log(chance) + (luck[at] ?? 0)) * CM_A_SCORE))
  }
}

/** The luck of a part of the race: with that of the rest it makes up a Gumbel number of the scale it began with. */
function luckBetween(from: number, to: number, roll: () => number): number {
  const [before, after] = [luckLeft(from), luckLeft(to)]
  const wait = -Math.log(1 - roll())
  if (after === 0) return -before * Math.log(Math.max(wait, Number.MIN_VALUE))
  return after * logStable(after / before, wait, Math.PI * Math.max(roll(), Number.EPSILON))
}

/** Logarithm of a positive stable number of this index below 1, from an exponential wait and an angle (Kanter 1975). */
const logStable = (index: number, wait: number, angle: number): number =>
  Math.log(Math.sin(index * angle)) -
  Math.log(Math.sin(angle)) / index +
  ((1 - index) / index) *
    (Math.log(Math.sin((1 - index) * angle)) - Math.log(Math.max(wait, Number.MIN_VALUE)))
