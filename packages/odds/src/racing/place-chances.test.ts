import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeChances } from './plackett-luce.ts'

/** The plain way: every order of the first places, one after the other. */
const byOrders = (win: readonly number[], places: number): number[] => {
  const placed = win.map(() => 0)
  const walk = (taken: readonly number[], chance: number, left: number): void => {
    if (taken.length === Math.min(places, win.length)) return
    for (const [runner, share] of win.entries()) {
      if (share <= 0 || taken.includes(runner)) continue
      const next = (chance * share) / left
      placed[runner] = (placed[runner] ?? 0) + next
      walk([...taken, runner], next, left - share)
    }
  }
  walk([], 1, 1)
  return placed
}

const shares = (weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / whole)
}

describe('place chances', () => {
  test('are those of every order of finish, up to the rounding of doubles', () => {
    const weights = fc.array(fc.nat(100), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(weights, fc.integer({ min: 1, max: 4 }), (list, places) => {
        fc.pre(list.some((weight) => weight > 0))
        const win = shares(list)
        const expected = byOrders(win, places)
        for (const [runner, chance] of placeChances(win, places).entries())
          expect(Math.abs(chance - (expected[runner] ?? -1))).toBeLessThan(1e-12)
      }),
    )
  })

  test('are those of every order in a field of forty', () => {
    const win = shares(Array.from({ length: 40 }, (_, place) => 1 + ((place * 7) % 40)))
    for (const places of [2, 3]) {
      const expected = byOrders(win, places)
      for (const [runner, chance] of placeChances(win, places).entries())
        expect(chance).toBeCloseTo(expected[runner] ?? -1, 12)
    }
    expect(placeChances(win, 4).reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(4, 12)
  })

  test('stay chances when one runner is all but sure to win', () => {
    const win = [1 - 1e-12, ...shares([3, 2, 1]).map((share) => share * 1e-12)]
    const placed = placeChances(win, 2)
    expect(placed[0]).toBeCloseTo(1, 9)
    expect(placed.slice(1).map((chance) => chance.toFixed(3))).toEqual(['0.500', '0.333', '0.167'])
  })
})
