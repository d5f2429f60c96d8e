import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchStatuses, type Offer } from '../catalogue/index.ts'
import { sportsbookSettings } from '../settings.ts'
import { type MatchState, priceMatch } from './price-match.ts'

const goals = fc.integer({ min: 0, max: 6 })
const pair = fc.record({ home: goals, away: goals })
const expected = fc.record({
  home: fc.double({ min: 0.3, max: 3.5, noNaN: true }),
  away: fc.double({ min: 0.3, max: 3.5, noNaN: true }),
  rho: fc.double({ min: -0.06, max: 0, noNaN: true }),
})

/** A match as it may stand: before it, in either half with what was scored so far, and in its break. */
const states: fc.Arbitrary<MatchState> = fc.oneof(
  fc.record({
    expected,
    matchStatus: fc.constant(matchStatuses.notOpen),
    minute: fc.constant(null),
    score: fc.constant(null),
    halfTime: fc.constant(null),
  }),
  fc.record({
    expected,
    matchStatus: fc.constant(matchStatuses.firstHalf),
    minute: fc.integer({ min: 1, max: 48 }),
    score: pair,
    halfTime: fc.constant(null),
  }),
  fc
    .record({
      expected,
      isBreak: fc.boolean(),
      minute: fc.integer({ min: 46, max: 94 }),
      half: pair,
      more: pair,
    })
    .map(({ isBreak, minute, half, more, ...state }) => ({
      ...state,
      matchStatus: isBreak ? matchStatuses.midfield : matchStatuses.secondHalf,
      minute: isBreak ? null : minute,
      score: isBreak ? half : { home: half.home + more.home, away: half.away + more.away },
      halfTime: half,
    })),
)

const totalsOf = (offers: readonly Offer[], period: number) =>
  offers
    .filter((offer) => offer.type === 'football.total' && offer.period === period)
    .toSorted((one, other) => (one.lineQuarters ?? 0) - (other.lineQuarters ?? 0))

const priceOf = ({ outcomes }: Offer, code: string) =>
  outcomes.find((outcome) => outcome.code === code)?.priceMilli ?? 0

test('a higher line never pays less for more goals, nor more for fewer, however the match stands', () => {
  let neighbours = 0
  fc.assert(
    fc.property(states, (state) => {
      const offers = priceMatch(state, sportsbookSettings)
      for (const period of [1, 2]) {
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
