import { createHash } from 'node:crypto'

/** The next number of a stream, 0 ≤ n < 1. */
export type Roll = () => number

const BYTES = 4

/**
 * A deterministic number stream from a text, the same on every machine: four bytes each of SHA-256(`<seed>:<block>`).
 * For simulated matches only; nothing that must be unguessable uses it.
 */
export function seededRandom(seed: string): Roll {
  let block = 0
  let bytes = Buffer.alloc(0)
  let at = 0
  return () => {
    if (at >= bytes.length) {
      bytes = createHash('sha256').update(`${seed}:${block}`).digest()
      block += 1
      at = 0
    }
    const number = bytes.readUInt32BE(at) / 2 ** 32
    at += BYTES
    return number
  }
}

/** A whole number from `min` to `max`, both included. */
export const wholeBetween = (roll: Roll, min: number, max: number): number =>
  min + Math.floor(roll() * (max - min + 1))

/** Draws a position by weights that need not sum to 1. */
export function drawPlace(weights: ArrayLike<number>, roll: Roll): number {
  let sum = 0
  for (let place = 0; place < weights.length; place += 1) sum += weights[place] ?? 0
  let left = roll() * sum
  for (let place = 0; place < weights.length; place += 1) if ((left -= weights[place] ?? 0) < 0) return place
  return weights.length - 1 // only a rounding error of the sum gets here
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

/** The items in a random order. */
export function shuffled<Item>(items: readonly Item[], roll: Roll): Item[] {
  return items
    .map((item) => ({ item, at: roll() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}
