import { expect, test } from 'vitest'
import { matchStatuses } from '../sports/match-status.ts'
import { sportsbookSettings } from '../settings.ts'
import { type PricedFixture, priceFixture } from './price-fixture.ts'

const before: PricedFixture = {
  sport: 'football',
  model: { home: 1.5, away: 1.1, rho: 0 },
  matchStatus: matchStatuses.notOpen,
  clock: null,
  state: null,
  runners: [],
}
const during: PricedFixture = {
  ...before,
  matchStatus: matchStatuses.firstHalf,
  clock: { period: 'half1', minute: 1 },
  state: { family: 'football', score: [0, 0], halfTime: null, corners: null, cards: null },
}

/** The total price of all outcomes of the first 1X2, per unit of return. */
function overround(fixture: PricedFixture, own: Partial<typeof sportsbookSettings> = {}): number {
  const offer = priceFixture(fixture, { ...sportsbookSettings, ...own }).find(
    ({ type }) => type === 'football.1x2',
  )
  return offer?.outcomes.reduce((sum, { priceMilli }) => sum + 1000 / priceMilli, 0) ?? Number.NaN
}

/** Prices are rounded to displayed ones in the house's favour: a little above the margin, never below. */
const carries = (sum: number, margin: number): boolean => sum >= 1 + margin && sum < 1 + margin + 0.01

test('the margin that an operator sets for 1X2 is in its prices', () => {
  const { marginsBps } = sportsbookSettings
  expect(carries(overround(before), 0.06)).toBe(true)
  expect(carries(overround(before, { marginsBps: { ...marginsBps, matchResult: 1200 } }), 0.12)).toBe(true)
})

test('1X2 carries the extra margin of matches in play', () => {
  const { marginsBps } = sportsbookSettings
  expect(carries(overround(during, { marginsBps: { ...marginsBps, inPlayExtra: 600 } }), 0.12)).toBe(true)
})

test('a margin of its own replaces that of its kind', () => {
  expect(carries(overround(before, { marketMarginsBps: { 'football.1x2': 200 } }), 0.02)).toBe(true)
})

test('a runner nearly certain to be placed and unlikely to win is not offered each way', () => {
  const league: PricedFixture = {
    ...before,
    sport: 'outright',
    model: {
      chances: [0.5, 0.48, 0.004, 0.004, 0.004, 0.004, 0.004, 0],
      placed: [1, 1, 0.8, 0.05, 0.05, 0.05, 0.05, 0],
    },
    runners: Array.from({ length: 8 }, (_, at) => ({ place: at + 1, isWithdrawn: false })),
  }
  const offers = priceFixture(league, sportsbookSettings)
  const codes = (type: string) =>
    offers.find((offer) => offer.type === type)?.outcomes.map(({ code }) => code)
  expect(codes('outright.winner')).toContain('3')
  expect(codes('outright.each_way')).toContain('4')
  expect(codes('outright.each_way')).not.toContain('3')
})

test('a place worth more than it costs is not offered each way, even where the win pays for it: over several events it would not', () => {
  const chances = [0.3, ...Array.from({ length: 7 }, () => 0.1)]
  const offeredAt = (placed: number) => {
    const model = { chances, placed: [placed, ...Array.from({ length: 7 }, () => 0.3)], seasons: 1e12 }
    const runners = chances.map((_, at) => ({ place: at + 1, isWithdrawn: false }))
    const offers = priceFixture({ ...before, sport: 'outright', model, runners }, sportsbookSettings)
    const priceOf = (type: string) =>
      offers.find((offer) => offer.type === type)?.outcomes.find(({ code }) => code === '1')?.priceMilli
    return { win: priceOf('outright.winner') ?? 0, place: priceOf('outright.each_way') }
  }
  const { win, place = 0 } = offeredAt(0.6)
  expect((0.6 * place) / 1000).toBeLessThanOrEqual(1)
  const placed = 1005 / place
  expect((0.3 * win + placed * place) / 1000).toBeLessThan(1.95)
  expect(offeredAt(placed)).toEqual({ win, place: undefined })
})
