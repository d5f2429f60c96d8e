import { expect, test } from 'vitest'
import { matchStatuses } from '../catalogue/index.ts'
import { sportsbookSettings } from '../settings.ts'
import { type MatchState, priceMatch } from './price-match.ts'

const before: MatchState = {
  expected: { home: 1.5, away: 1.1, rho: 0 },
  matchStatus: matchStatuses.notOpen,
  minute: null,
  score: null,
  halfTime: null,
}
const during: MatchState = {
  ...before,
  matchStatus: matchStatuses.firstHalf,
  minute: 1,
  score: { home: 0, away: 0 },
}

/** What all outcomes of the first 1X2 cost together, for one unit of return. */
function overround(state: MatchState, marginsBps = sportsbookSettings.marginsBps): number {
  const offer = priceMatch(state, { ...sportsbookSettings, marginsBps }).find(
    ({ type }) => type === 'football.1x2',
  )
  return offer?.outcomes.reduce((sum, { priceMilli }) => sum + 1000 / priceMilli, 0) ?? Number.NaN
}

/** Prices are cut to what is shown, in the house's favour: a little above the margin, never below. */
const carries = (sum: number, margin: number): boolean => sum >= 1 + margin && sum < 1 + margin + 0.01

test('the margin that an operator sets for 1X2 is in its prices', () => {
  const { marginsBps } = sportsbookSettings
  expect(carries(overround(before), 0.06)).toBe(true)
  expect(carries(overround(before, { ...marginsBps, matchResult: 1200 }), 0.12)).toBe(true)
})

test('1X2 carries the extra margin of matches in play', () => {
  const { marginsBps } = sportsbookSettings
  expect(carries(overround(during, { ...marginsBps, inPlayExtra: 600 }), 0.12)).toBe(true)
})
