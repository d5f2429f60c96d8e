import { eachSet, setCount, widerPlace } from './small-sets.ts'

/**
 * Each runner's chance to finish in the first `places`, from the win chances: each next place goes to a remaining
 * runner in proportion to its chance (Plackett–Luce, in racing Harville). The set of runners ahead matters, not their
 * order: sums over sets, where 40 runners and 4 places have 10,701 instead of 2,193,360 orders. Exact up to rounding;
 * nothing is subtracted. Shape: same order as `win`; sums to `places` if there are as many runners. Asserts: chances
 * that sum to 1 within 1e-6; 1 to 4 places; up to 40 runners. Source: docs/maths/racing.md §3.
 */
export const placeChances = (win: readonly number[], places: number): number[] => {
  checkRunners(win)
  if (!Number.isSafeInteger(places) || places < 1 || places > 4)
    throw new Error(`places must be 1 to 4, got ${places}`)
  const placed = win.map(() => 0)
  const runners = [...win.keys()].filter((runner) => (win[runner] ?? 0) > 0)
  const shares = runners.map((runner) => win[runner] ?? 0)
  const filled = Math.min(places, shares.length)
  let first = Float64Array.of(1)
  for (let taken = 0; taken < filled; taken += 1) {
    const { gains, wider } = fillPlace(shares, { taken, first, isLast: taken + 1 === filled })
    for (const [place, gain] of gains.entries())
      placed[runners[place] ?? 0] = (placed[runners[place] ?? 0] ?? 0) + gain
    first = wider
  }
  return placed
}

type Places = {
  readonly taken: number
  /** The chance of each set of this many runners to fill the first places, in the order of `eachSet`. */
  readonly first: Float64Array
  readonly isLast: boolean
}

/** Fills the next place after each set: every runner's gain, and the sets of one more. */
const fillPlace = (
  shares: readonly number[],
  { taken, first, isLast }: Places,
): { gains: Float64Array; wider: Float64Array<ArrayBuffer> } => {
  const gains = new Float64Array(shares.length)
  const wider = new Float64Array(isLast ? 0 : setCount(shares.length, taken + 1))
  // The remaining runners' shares: zero for those in the set, so the inner loops need no check.
  const running = Float64Array.from(shares)
  eachSet(shares.length, taken, (set, place) => {
    for (const runner of set) running[runner] = 0
    let left = 0
    for (let runner = 0; runner < running.length; runner += 1) left += running[runner] ?? 0
    const rate = (first[place] ?? 0) / left
    for (let runner = 0; runner < running.length; runner += 1)
      gains[runner] = (gains[runner] ?? 0) + rate * (running[runner] ?? 0)
    if (!isLast) widen(wider, { set, running, rate })
    for (const runner of set) running[runner] = shares[runner] ?? 0
  })
  return { gains, wider }
}

type Choice = { readonly set: readonly number[]; readonly running: Float64Array; readonly rate: number }

/** Adds each remaining runner to the set, with its chance to be next. */
const widen = (wider: Float64Array, { set, running, rate }: Choice): void => {
  for (const [runner, share] of running.entries()) {
    if (share === 0) continue
    const to = widerPlace(set, runner)
    wider[to] = (wider[to] ?? 0) + rate * share
  }
}

/** Chance that these runners finish first, second, third … in this order: forecasts and tricasts. */
export const orderChance = (win: readonly number[], order: readonly number[]): number => {
  checkRunners(win)
  if (new Set(order).size !== order.length) throw new Error('a runner finishes once')
  let left = 1
  let chance = 1
  for (const runner of order) {
    const share = win[runner]
    if (share === undefined) throw new Error(`no runner ${runner}`)
    chance *= left > 1e-12 ? share / left : 0
    left -= share
  }
  return chance
}

const checkRunners = (win: readonly number[]): void => {
  const sum = win.reduce((all, chance) => all + chance, 0)
  if (win.length > 40 || win.some((chance) => !(chance >= 0)) || Math.abs(sum - 1) > 1e-6) {
    throw new Error('chances to win must be zero or more and sum to 1, for up to 40 runners')
  }
}

/**
 * Runners' strengths (win chances) from finishing orders, best first: maximum likelihood by Hunter's majorise–minimise
 * steps, with a small prior towards equality so that an unbeaten runner stays finite. Source: docs/maths/racing.md §4.
 */
export const fitPlackettLuce = (
  orders: readonly (readonly string[])[],
  prior = 0.5,
): ReadonlyMap<string, number> => {
  const runners = [...new Set(orders.flat())]
  let strengths = new Map(runners.map((runner) => [runner, 1 / runners.length]))
  const wins = new Map(runners.map((runner) => [runner, prior]))
  for (const order of orders) {
    for (const runner of order.slice(0, -1)) wins.set(runner, (wins.get(runner) ?? 0) + 1)
  }
  for (let step = 0; step < 200; step += 1) {
    const weights = new Map(runners.map((runner) => [runner, prior * runners.length]))
    for (const order of orders) addChoices(weights, order, strengths)
    const raised = runners.map((runner): [string, number] => [
      runner,
      (wins.get(runner) ?? prior) / (weights.get(runner) ?? 1),
    ])
    const sum = raised.reduce((all, [, strength]) => all + strength, 0)
    strengths = new Map(raised.map(([runner, strength]) => [runner, strength / sum]))
  }
  return strengths
}

/** Every place is a choice among the remaining runners. */
const addChoices = (
  weights: Map<string, number>,
  order: readonly string[],
  strengths: ReadonlyMap<string, number>,
): void => {
  let left = order.reduce((sum, runner) => sum + (strengths.get(runner) ?? 0), 0)
  let gathered = 0
  for (const [place, runner] of order.entries()) {
    if (place < order.length - 1) gathered += 1 / Math.max(left, 1e-12)
    weights.set(runner, (weights.get(runner) ?? 0) + gathered)
    left -= strengths.get(runner) ?? 0
  }
}
