import { createHmac } from 'node:crypto'
import { env } from 'node:process'
import { describe, expect, test } from 'vitest'
import { hashChain } from './chain.ts'
import { DICE_RESULTS, rollDice } from './dice.ts'
import { DOUBLE_SLOTS } from './double.ts'
import type { HmacSha256, Seeds } from './fairness.ts'
import { limboWinningSteps, rollLimbo } from './limbo.ts'
import { LUCKY_DIGITS } from './lucky-colour.ts'
import { MINES_TILES, minesChance, placeMines } from './mines.ts'
import { drawLuckyDigit, rollDouble } from './shared-draws.ts'
import { placeRows, rowChance, ROWS } from './row-double.ts'

/** Rounds of each game. Seeds are fixed, so the result never changes. `npm run chi-square` plays a million of each. */
const ROUNDS = Number(env['ROUNDS'] ?? 20_000)
/** One correct set of games in ten thousand would deviate more. */
const FARTHEST = 3.719

const hmac: HmacSha256 = (key, message) => createHmac('sha256', key).update(message).digest()
const serverSeed = 'd3'.repeat(32)
const clientSeed = 'chi-square'
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)
const uniform = (size: number) => upTo(size).map(() => 1 / size)

/** The chances of each count from 0 to the last, from the chances of at least this many. */
const between = (atLeast: readonly number[]) => atLeast.map((chance, at) => chance - (atLeast[at + 1] ?? 0))

/**
 * How far these counts are from their chances, in standard deviations of the chi-square distribution (Wilson and
 * Hilferty's cube root, good to a hundredth from five degrees of freedom on). Rare outcomes are counted as one.
 */
function deviation(counts: readonly number[], chances: readonly number[]): number {
  const rounds = counts.reduce((sum, count) => sum + count, 0)
  const isRare = (at: number) => (chances[at] ?? 0) * rounds < 5
  const merged = (of: readonly number[]) => [
    ...of.filter((_, at) => !isRare(at)),
    of.reduce((sum, one, at) => (isRare(at) ? sum + one : sum), 0),
  ]
  const [seen, expected] = [merged(counts), merged(chances)]
  const used = expected.flatMap((chance, at) => (chance > 0 ? [at] : []))
  const square = used.reduce((sum, at) => {
    const due = (expected[at] ?? 0) * rounds
    return sum + ((seen[at] ?? 0) - due) ** 2 / due
  }, 0)
  const spread = 2 / (9 * (used.length - 1))
  return (Math.cbrt(square / (used.length - 1)) - (1 - spread)) / Math.sqrt(spread)
}

/** Plays all rounds and counts the outcomes. */
function count(size: number, outcome: (seeds: Seeds) => number): number[] {
  const counts = upTo(size).map(() => 0)
  for (let nonce = 0; nonce < ROUNDS; nonce += 1) {
    const came = outcome({ serverSeed, clientSeed, nonce })
    counts[came] = (counts[came] ?? 0) + 1
  }
  return counts
}

/** Draws all rounds of a chain and counts the outcomes. */
function countDrawn(size: number, draw: (round: { seed: string; salt: string }) => number): number[] {
  const counts = upTo(size).map(() => 0)
  for (const seed of hashChain(serverSeed, ROUNDS)) {
    const came = draw({ seed, salt: clientSeed })
    counts[came] = (counts[came] ?? 0) + 1
  }
  return counts
}

/** A million rounds take minutes, and an hour on a busy machine. */
const WITHIN_MS = 3_600_000

describe(`chi-square over ${ROUNDS} rounds`, () => {
  test('dice: 10,001 results in 137 equal parts', { timeout: WITHIN_MS }, () => {
    const parts = 137
    const counts = count(parts, (seeds) => Math.floor((rollDice(hmac, seeds) * parts) / DICE_RESULTS))
    expect(Math.abs(deviation(counts, uniform(parts)))).toBeLessThan(FARTHEST)
  })

  test('limbo: results between targets of equal probability', { timeout: WITHIN_MS }, () => {
    const targets = [
      101, 105, 110, 120, 135, 150, 175, 200, 250, 300, 400, 500, 750, 1000, 2000, 5000, 10_000, 50_000,
    ]
    const chances = between([1, ...targets.map((target) => limboWinningSteps(target) / 2 ** 24)])
    const counts = count(chances.length, (seeds) => {
      const result = rollLimbo(hmac, seeds)
      return targets.filter((target) => result >= target).length
    })
    expect(Math.abs(deviation(counts, chances))).toBeLessThan(FARTHEST)
  })

  test("mines: the first mine's tile, and the progress tile by tile", { timeout: WITHIN_MS }, () => {
    const mineCount = 3
    const first = upTo(MINES_TILES).map(() => 0)
    const safe = count(MINES_TILES, (seeds) => {
      const mines = placeMines(hmac, seeds, mineCount)
      const [tile = 0] = mines
      first[tile] = (first[tile] ?? 0) + 1
      return Math.min(...mines)
    })
    const atLeast = upTo(MINES_TILES - mineCount + 1).map((tiles) => minesChance(mineCount, tiles))
    const chances = between(atLeast.map(({ n, d }) => Number(n) / Number(d)))
    expect(Math.abs(deviation(first, uniform(MINES_TILES)))).toBeLessThan(FARTHEST)
    expect(Math.abs(deviation(safe, chances))).toBeLessThan(FARTHEST)
  })

  test('row double: the 512 towers of two tiles a row', { timeout: WITHIN_MS }, () => {
    const counts = count(2 ** ROWS, (seeds) =>
      placeRows(hmac, seeds, 'hard').reduce((tower, [tile = 0]) => tower * 2 + tile, 0),
    )
    expect(Math.abs(deviation(counts, uniform(2 ** ROWS)))).toBeLessThan(FARTHEST)
  })

  test.each(['easy', 'medium', 'expert', 'master'] as const)(
    'row double, %s: how many rows one climbs',
    { timeout: WITHIN_MS },
    (difficulty) => {
      const counts = count(ROWS + 1, (seeds) => {
        const rows = placeRows(hmac, seeds, difficulty)
        const lost = rows.findIndex((safe) => !safe.includes(0))
        return lost === -1 ? ROWS : lost
      })
      const atLeast = upTo(ROWS + 1).map((rows) => rowChance(difficulty, rows))
      const chances = between(atLeast.map(({ n, d }) => Number(n) / Number(d)))
      expect(Math.abs(deviation(counts, chances))).toBeLessThan(FARTHEST)
    },
  )

  test('double: the fifteen slots', { timeout: WITHIN_MS }, () => {
    const counts = countDrawn(DOUBLE_SLOTS, (round) => rollDouble(hmac, round))
    expect(Math.abs(deviation(counts, uniform(DOUBLE_SLOTS)))).toBeLessThan(FARTHEST)
  })

  test('lucky colour: the ten digits', { timeout: WITHIN_MS }, () => {
    const counts = countDrawn(LUCKY_DIGITS, (round) => drawLuckyDigit(hmac, round))
    expect(Math.abs(deviation(counts, uniform(LUCKY_DIGITS)))).toBeLessThan(FARTHEST)
  })

  test('a slot that comes a quarter too often is detected, and so is a too even draw', () => {
    const right = ROUNDS / DOUBLE_SLOTS
    const loaded = upTo(DOUBLE_SLOTS).map((slot) => (slot === 0 ? right * 1.25 : right - right / 56))
    expect(deviation(loaded, uniform(DOUBLE_SLOTS))).toBeGreaterThan(FARTHEST)
    const even = upTo(DOUBLE_SLOTS).map(() => right)
    expect(deviation(even, uniform(DOUBLE_SLOTS))).toBeLessThan(-FARTHEST)
  })
})
