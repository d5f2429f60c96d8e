import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { onlineFigure, shortFigure } from './online-figure.ts'

const formula = { factor: 101, randomBelow: 100 }

describe('the figure of players online', () => {
  test("is 101 times the server's count plus a random number", () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.double({ min: 0, max: 0.999_999, noNaN: true }), (players, random) => {
        const figure = onlineFigure({ players, ...formula }, random)
        expect(figure).toBeGreaterThanOrEqual(101 * players)
        expect(figure).toBeLessThan(101 * players + 100)
      }),
    )
    expect(onlineFigure({ players: 3, ...formula }, 0.5)).toBe(353)
  })

  test('is the count itself where a profile forbids any other', () => {
    expect(onlineFigure({ players: 42, factor: 1, randomBelow: 0 }, 0.999)).toBe(42)
  })

  test.each([
    { figure: 0, text: '0' },
    { figure: 999, text: '999' },
    { figure: 1000, text: '1K' },
    { figure: 12_345, text: '12,3K' },
    { figure: 999_999, text: '999,9K' },
    { figure: 1_000_000, text: '1M' },
    { figure: 2_560_000, text: '2,5M' },
  ])('$figure is written $text', ({ figure, text }) => {
    expect(shortFigure(figure, ',')).toBe(text)
  })
})
