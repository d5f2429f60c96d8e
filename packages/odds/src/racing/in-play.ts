/**
 * A race as a contest of scores: each runner's is the logarithm of its win chance plus a Gumbel random number, and the
 * greatest wins. That is Plackett–Luce; the remaining randomness is a Gumbel number of a smaller scale, so in-play
 * chances are exact too. Source: docs/maths/racing.md §5.
 */

/** The distance of two runners whose scores differ by one: three lengths. */
const CM_A_SCORE = 720

/** So near to the post a spectator knows more than any price: no bets. */
export const FINAL_METRES = 200

/** The scale of the remaining randomness after this share of the race. */
const luckLeft = (done: number): number => Math.sqrt(Math.max(0, 1 - done))

/** A race in play: the share run, from 0 to 1, and each runner's distance behind the leader. */
export type RaceProgress = { readonly done: number; readonly behindCm: readonly number[] }

/**
 * Each runner's win chance in play, from the chances before the start. Shape: same order as `win`; sums to 1. A zero
 * chance stays zero. Asserts: a distance for each runner, and an unfinished race.
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
 * A simulated race after each of these shares: each runner's lead in centimetres relative to an even race. `roll`
 * gives numbers in [0, 1). The leader at the end has won. Asserts: chances above zero; shares that rise and end with
 * 1.
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

/** The randomness of a part of the race: with the rest it adds up to a Gumbel number of the initial scale. */
function luckBetween(from: number, to: number, roll: () => number): number {
  const [before, after] = [luckLeft(from), luckLeft(to)]
  const wait = -Math.log(1 - roll())
  if (after === 0) return -before * Math.log(Math.max(wait, Number.MIN_VALUE))
  return after * logStable(after / before, wait, Math.PI * Math.max(roll(), Number.EPSILON))
}

/**
 * The logarithm of a positive stable random number of index below 1, from an exponential and an angle (Kanter 1975).
 */
const logStable = (index: number, wait: number, angle: number): number =>
  Math.log(Math.sin(index * angle)) -
  Math.log(Math.sin(angle)) / index +
  ((1 - index) / index) *
    (Math.log(Math.sin((1 - index) * angle)) - Math.log(Math.max(wait, Number.MIN_VALUE)))
