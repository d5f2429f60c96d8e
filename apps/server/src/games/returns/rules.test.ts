import { rollDice } from '@palpite/games'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adapters } from '../adapters/games.ts'
import { nodeHmac } from '../seeds/seeds.ts'
import { bandsOf, boundCents, expectedOf, expectedOfDraw, together } from './rules.ts'

test.each([
  // 4,950 of 10,001 results pay 20 cents for 10.
  { game: 'dice', choice: { direction: 'over', targetHundredths: 5050 }, expects: (4950 / 10_001) * 20 },
  { game: 'limbo', choice: { targetHundredths: 200 }, expects: 9.9 },
] as const)(
  'the expected payout of a round of $game is its chance times its win',
  ({ game, choice, expects }) => {
    const one = expectedOf(adapters[game], { choice, stakeCents: 10, steps: 0, rounds: 3 })
    expect(one.expectedCents).toBeCloseTo(3 * expects, 4)
  },
)

test('the fraction of a cent dropped by a win is dropped from the expectation', () => {
  const choice = { targetHundredths: 199 }
  const of = (stakeCents: number) =>
    expectedOf(adapters.limbo, { choice, stakeCents, steps: 0, rounds: 1 }).expectedCents
  expect(of(10) / 10).toBeLessThan(of(1000) / 1000)
  expect(of(10) * (199 / 190)).toBeCloseTo(of(1000) / 100, 9)
})

test.each([
  { game: 'mines', choice: { mineCount: 3 } },
  { game: 'rowDouble', choice: { difficulty: 'hard' } },
] as const)(
  'going on to a step of $game, wherever one stops, has the exact expected return',
  ({ game, choice }) => {
    const adapter = adapters[game]
    if (adapter.kind !== 'paced') throw new Error('it is played in steps')
    const bet = { choice, stakeCents: 1000 }
    for (const goal of [1, 2, 5, 9]) {
      // All endings for a player who aims that far: lost in a step on the way, or stopped there.
      const ends = Array.from({ length: goal }, (_, at) => {
        const before = at === 0 ? 1 : adapter.chance(choice, at)
        return { steps: at + 1, chance: before - adapter.chance(choice, at + 1) }
      })
      const all = [...ends, { steps: goal, chance: adapter.chance(choice, goal) }]
      const expected = all.reduce(
        (sum, { steps, chance }) =>
          sum + chance * expectedOf(adapter, { ...bet, steps, rounds: 1 }).expectedCents,
        0,
      )
      expect(expected).toBeCloseTo(adapter.chance(choice, goal) * adapter.payoutAfter(bet, goal), 6)
    }
  },
)

test('opposed bets on one draw vary less than each, and equal bets vary together', () => {
  const { double } = adapters
  if (double.kind !== 'shared') throw new Error('its draw is shared')
  const bet = (colour: string, rounds = 1) => ({ choice: { colour }, stakeCents: 1000, rounds })
  const red = expectedOfDraw(double, [bet('red')])
  expect(red.expectedCents).toBeCloseTo((14 / 15) * 1000, 9)
  expect(expectedOfDraw(double, [bet('red', 10)]).variance).toBeCloseTo(100 * red.variance, 3)
  const both = expectedOfDraw(double, [bet('red'), bet('black')])
  expect(both.variance).toBeLessThan(red.variance)
  expect(both.maxAboveCents).toBeLessThan(red.maxAboveCents)
})

test('fair rounds stay within their band, and rounds that pay a fifth too much exceed the alarm’s', () => {
  const alike = { choice: { direction: 'over', targetHundredths: 5050 }, stakeCents: 100 }
  const expected = expectedOf(adapters.dice, { ...alike, steps: 0, rounds: 20_000 })
  const seeds = { serverSeed: 'c5'.repeat(32), clientSeed: 'returns' }
  const wins = Array.from({ length: 20_000 }, (_, nonce) => rollDice(nodeHmac, { ...seeds, nonce })).filter(
    (result) => result > 5050,
  )
  expect(bandsOf(200 * wins.length, expected).state).toBe('usual')
  expect(bandsOf(Math.round(1.2 * expected.expectedCents), expected).state).toBe('alarm')
  expect(bandsOf(Math.round(0.8 * expected.expectedCents), expected).state).toBe('alarm')
})

test('one win of a million times the stake in a thousand rounds is no alarm', () => {
  const alike = { choice: { targetHundredths: 100_000_000 }, stakeCents: 100, steps: 0, rounds: 1000 }
  expect(bandsOf(100_000_000, expectedOf(adapters.limbo, alike)).state).not.toBe('alarm')
})

test('no rounds are no alarm', () => {
  expect(bandsOf(0, together([])).state).toBe('usual')
})

test('a band grows with the possible win, and with the required certainty', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e12, noNaN: true }),
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      (variance, most) => {
        const bound = boundCents(variance, most, 1e-3)
        expect(boundCents(variance, most, 1e-6)).toBeGreaterThanOrEqual(bound)
        expect(boundCents(variance + 1, most, 1e-3)).toBeGreaterThanOrEqual(bound)
        expect(boundCents(variance, most + 1, 1e-3)).toBeGreaterThanOrEqual(bound)
      },
    ),
  )
})
