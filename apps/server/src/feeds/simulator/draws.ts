import type { Roll } from './seeded-random.ts'

/** A whole number from `min` to `max`, both included. */
export const wholeBetween = (roll: Roll, min: number, max: number): number =>
  min + Math.floor(roll() * (max - min + 1))

/** The place drawn from weights that need not sum to 1. */
export function drawPlace(weights: ArrayLike<number>, roll: Roll): number {
  let sum = 0
  for (let place = 0; place < weights.length; place += 1) sum += weights[place] ?? 0
  let left = roll() * sum
  for (let place = 0; place < weights.length; place += 1) if ((left -= weights[place] ?? 0) < 0) return place
  return weights.length - 1 // only a rounding error of the sum passes all
}

/** A Poisson count: how many exponential waits fit in one. */
export function drawCount(mean: number, roll: Roll): number {
  let count = 0
  for (let waited = -Math.log(1 - roll()); waited < mean; waited -= Math.log(1 - roll())) count += 1
  return count
}

/** A normal number, by the method of Box and Muller. */
export const drawNormal = (mean: number, deviation: number, roll: Roll): number =>
  mean + deviation * Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll())

/** The same items in an order drawn. */
export function shuffled<Item>(items: readonly Item[], roll: Roll): Item[] {
  return items
    .map((item) => ({ item, at: roll() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}
