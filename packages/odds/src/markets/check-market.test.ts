import { describe, expect, test } from 'vitest'
import { checkMarket } from './check-market.ts'
import type { MarketRef } from './market-type.ts'
import { MARKET_TYPES } from './table.ts'

const lineOf = (type: string, lineQuarters: number, more: Partial<MarketRef> = {}): MarketRef => ({
  type,
  period: 'full',
  lineQuarters,
  ...more,
})

describe('impossible lines', () => {
  test.each([
    lineOf('football.total', -9),
    lineOf('football.total', 0),
    lineOf('football.team_total', -2, { side: 'home' }),
    lineOf('football.team_total', 0, { side: 'away' }),
    lineOf('football.corners_total', -2, { period: 'half2' }),
    lineOf('basketball.total', 0, { period: 'quarter1' }),
    lineOf('boxing.total_rounds', 398),
    lineOf('boxing.total_rounds', 62),
    lineOf('boxing.total_rounds', -2),
    lineOf('tennis.total_sets', 20),
    lineOf('tennis.set_handicap', 14),
    lineOf('table_tennis.set_handicap', -18),
    lineOf('badminton.total_sets', 14),
    lineOf('snooker.total', 142),
    lineOf('snooker.handicap', 74),
    lineOf('cricket.wickets_total', 82, { side: 'home' }),
  ])('$type $period $lineQuarters quarters is refused', (ref) => {
    expect(checkMarket(ref)).toBe('line_does_not_exist')
  })

  test.each([
    lineOf('football.total', 1),
    lineOf('football.asian_handicap', -9),
    lineOf('football.european_handicap', -4),
    lineOf('football.team_total', 2, { side: 'home' }),
    lineOf('boxing.total_rounds', 58),
    lineOf('tennis.total_sets', 18),
    lineOf('tennis.set_handicap', -10),
    lineOf('table_tennis.set_handicap', 14),
    lineOf('snooker.total', 138),
    lineOf('snooker.handicap', -70),
    lineOf('cricket.wickets_total', 38, { side: 'home', period: 'inning1' }),
  ])('$type $period $lineQuarters quarters is a market', (ref) => {
    expect(checkMarket(ref)).toBeUndefined()
  })

  test('no over/under market accepts a line of zero or less', () => {
    const totals = MARKET_TYPES.filter(({ outcomes }) => outcomes.includes('over'))
    expect(totals.length).toBeGreaterThan(20)
    expect(totals.filter(({ minLineQuarters = 0 }) => minLineQuarters < 1)).toEqual([])
  })
})
