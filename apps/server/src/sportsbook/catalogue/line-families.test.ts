import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchStatuses } from '../sports/match-status.ts'
import type { Offer } from '../sports/adapter.ts'
import { sportsbookSettings } from '../settings.ts'
import { type PricedFixture, priceFixture } from './price-fixture.ts'

const goals = fc.integer({ min: 0, max: 6 })
const pair = fc.tuple(goals, goals)
const model = fc.record({
  home: fc.double({ min: 0.3, max: 3.5, noNaN: true }),
  away: fc.double({ min: 0.3, max: 3.5, noNaN: true }),
  rho: fc.double({ min: -0.06, max: 0, noNaN: true }),
})

const fixtureOf = (own: Omit<PricedFixture, 'sport' | 'runners'>): PricedFixture => ({
  sport: 'football',
  runners: [],
  ...own,
})
const state = (score: [number, number], halfTime: [number, number] | null) =>
  ({ family: 'football', score, halfTime, corners: null, cards: null }) as const

/** A match in any state: before it, in either half with a score so far, and in its break. */
const fixtures: fc.Arbitrary<PricedFixture> = fc.oneof(
  model.map((own) => fixtureOf({ model: own, matchStatus: matchStatuses.notOpen, clock: null, state: null })),
  fc
    .record({ model, minute: fc.integer({ min: 1, max: 48 }), score: pair })
    .map(({ minute, score, ...own }) =>
      fixtureOf({
        ...own,
        matchStatus: matchStatuses.firstHalf,
        clock: { period: 'half1', minute },
        state: state(score, null),
      }),
    ),
  fc
    .record({
      model,
      isBreak: fc.boolean(),
      minute: fc.integer({ min: 46, max: 94 }),
      half: pair,
      more: pair,
    })
    .map(({ isBreak, minute, half, more, ...own }) =>
      fixtureOf({
        ...own,
        matchStatus: isBreak ? matchStatuses.midfield : matchStatuses.secondHalf,
        clock: isBreak ? null : { period: 'half2', minute },
        state: state(isBreak ? half : [half[0] + more[0], half[1] + more[1]], half),
      }),
    ),
)

const totalsOf = (offers: readonly Offer[], period: string) =>
  offers
    .filter((offer) => offer.type === 'football.total' && offer.period === period)
    .toSorted((one, other) => (one.lineQuarters ?? 0) - (other.lineQuarters ?? 0))

const priceOf = ({ outcomes }: Offer, code: string) =>
  outcomes.find((outcome) => outcome.code === code)?.priceMilli ?? 0

test('a higher line never pays less for more goals, nor more for fewer, in any match state', () => {
  let neighbours = 0
  fc.assert(
    fc.property(fixtures, (fixture) => {
      const offers = priceFixture(fixture, sportsbookSettings)
      for (const period of ['full', 'half1', 'half2']) {
        const lines = totalsOf(offers, period)
        for (const [at, higher] of lines.slice(1).entries()) {
          const lower = lines[at]
          if (!lower) continue
          neighbours += 1
          expect(priceOf(higher, 'over')).toBeGreaterThanOrEqual(priceOf(lower, 'over'))
          expect(priceOf(higher, 'under')).toBeLessThanOrEqual(priceOf(lower, 'under'))
        }
      }
    }),
    { numRuns: 300 },
  )
  expect(neighbours).toBeGreaterThan(500)
})
