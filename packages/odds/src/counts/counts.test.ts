import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkMarket } from '../markets/check-market.ts'
import { againstLine } from '../markets/lines.ts'
import type { PricedMarket } from '../priced-market.ts'
import {
  handicapMarkets,
  resultMarket,
  teamTotalMarkets,
  totalMarkets,
  type LineOffer,
} from './line-markets.ts'
import { openLines } from './open-lines.ts'
import { pairCounts } from './pair-counts.ts'
import {
  decidedChance,
  handicapShares,
  lineShares,
  oddChance,
  resultChances,
  startChances,
} from './shares.ts'

/** Goals of a match that ends 0-0, 1-0, 2-1, 1-3 or 3-0. */
const ends = [
  { home: 0, away: 0, chance: 0.1 },
  { home: 1, away: 0, chance: 0.3 },
  { home: 2, away: 1, chance: 0.25 },
  { home: 1, away: 3, chance: 0.2 },
  { home: 3, away: 0, chance: 0.15 },
]
const counts = pairCounts(ends, 3)
const rounded = (chances: Iterable<number>) => [...chances].map((chance) => Number(chance.toFixed(12)))
const offer: LineOffer = { marginBps: 0, shape: 'power', grain: 'half' }

describe('counts of two sides', () => {
  test('are listed as sum, difference and per side', () => {
    const listed = pairCounts(ends, 3)
    expect(rounded(listed.totals)).toEqual([0.1, 0.3, 0, 0.4, 0.2, 0, 0])
    expect(rounded(listed.differences)).toEqual([0, 0.2, 0, 0.1, 0.55, 0, 0.15])
    expect(rounded(listed.home)).toEqual([0.1, 0.5, 0.25, 0.15])
    expect(rounded(listed.away)).toEqual([0.55, 0.25, 0, 0.2])
    expect([listed.totalFrom, listed.differenceFrom, listed.homeFrom, listed.awayFrom]).toEqual([0, -3, 0, 0])
  })

  test('give a result, a handicap and an odd number', () => {
    expect(rounded(Object.values(resultChances(counts)))).toEqual([0.7, 0.1, 0.2])
    // Home one goal behind: 1-0 and 2-1 are draws.
    expect(rounded(Object.values(startChances(counts, -4)))).toEqual([0.15, 0.55, 0.3])
    expect(oddChance(counts)).toBeCloseTo(0.7, 12)
    expect(oddChance({ ...counts, totalFrom: 1 })).toBeCloseTo(0.3, 12)
  })

  test('resolve against a line like a bet on it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -16, max: 30 }), fc.integer({ min: -2, max: 2 }), (line, from) => {
        const expected = { won: 0, refunded: 0, lost: 0 }
        for (const [place, chance] of counts.totals.entries()) {
          const { won, refunded, of } = againstLine((place + from) * 4 - line)
          expected.won += (chance * won) / of
          expected.refunded += (chance * refunded) / of
          expected.lost += (chance * (of - won - refunded)) / of
        }
        const shares = lineShares(counts.totals, from, line)
        expect(rounded(Object.values(shares))).toEqual(rounded(Object.values(expected)))
      }),
    )
    // Home -0.75: by one goal half is won, half refunded.
    expect(rounded(Object.values(handicapShares(counts, -3)))).toEqual([0.425, 0.275, 0.3])
    expect([decidedChance({ won: 0.3, refunded: 0.4, lost: 0.3 }), decidedChance({ won: 0, refunded: 1, lost: 0 })]).toEqual([0.5, 0]) // prettier-ignore
  })
})

describe('the lines of a count', () => {
  const spread = Float64Array.from([0.02, 0.08, 0.2, 0.25, 0.2, 0.15, 0.08, 0.02])

  test('are the open half lines, and the whole ones beside the even one', () => {
    const lines = openLines(spread, 0, 'half')
    expect(lines.map(({ line }) => line / 4)).toEqual([1.5, 2.5, 3, 3.5, 4, 4.5, 5.5])
    expect(rounded(lines.map(({ chance }) => chance))).toEqual(
      rounded([0.9, 0.7, 0.45 / 0.75, 0.45, 0.25 / 0.8, 0.25, 0.1]),
    )
    expect(rounded(lines.map(({ refunded }) => refunded))).toEqual([0, 0, 0.25, 0, 0.2, 0, 0])
  })

  test('move with the count so far, and quarters are beside the even one', () => {
    const quarters = openLines(spread, 10, 'quarter').map(({ line }) => line / 4)
    expect(quarters).toEqual([11.5, 12.5, 12.75, 13, 13.25, 13.5, 13.75, 14, 14.25, 14.5, 15.5])
  })

  test('reach five on either side of the middle, and no further than a side with three in a hundred', () => {
    const flat = new Float64Array(32).fill(1 / 32)
    expect(openLines(flat, 0, 'half').map(({ line }) => line / 4)).toEqual([
      10.5, 11.5, 12.5, 13.5, 14.5, 15, 15.5, 16, 16.5, 17.5, 18.5, 19.5, 20.5,
    ])
    const edge = Float64Array.from([0.03, 0.94, 0.03])
    expect(openLines(edge, 0, 'half').map(({ line }) => line / 4)).toContain(0.5)
    const beyond = Float64Array.from([0.029, 0.942, 0.029])
    expect(openLines(beyond, 0, 'half').map(({ line }) => line / 4)).not.toContain(0.5)
  })

  test('are none for a known count', () => {
    expect(openLines(Float64Array.of(1), 3, 'quarter')).toEqual([])
    expect(openLines(Float64Array.of(0, 0), 0, 'half')).toEqual([])
  })
})

describe('markets of a count', () => {
  const chancesOf = (priced: readonly PricedMarket[], lineQuarters: number) =>
    priced
      .find(({ market }) => market.lineQuarters === lineQuarters)
      ?.outcomes.map(({ outcome, chance }) => [outcome, Number(chance.toFixed(12))])

  test("name their sides, and exclude refunds from the first side's chance", () => {
    const totals = totalMarkets({ type: 'football.total', period: 'full' }, counts, offer)
    expect(chancesOf(totals, 10)).toEqual([['over', 0.6], ['under', 0.4]]) // prettier-ignore
    const handicaps = handicapMarkets({ type: 'football.asian_handicap', period: 'full' }, counts, offer)
    expect(chancesOf(handicaps, -6)).toEqual([['home', 0.15], ['away', 0.85]]) // prettier-ignore
    expect(chancesOf(handicaps, 6)).toEqual([['home', 0.8], ['away', 0.2]]) // prettier-ignore
    // A line of nothing has no sign.
    const even = pairCounts([{ home: 1, away: 0, chance: 0.4 }, { home: 0, away: 0, chance: 0.2 }, { home: 0, away: 1, chance: 0.4 }], 1) // prettier-ignore
    const around = handicapMarkets({ type: 'football.asian_handicap', period: 'full' }, even, { ...offer, grain: 'quarter' }) // prettier-ignore
    expect(around.map(({ market }) => market.lineQuarters)).toContainEqual(0)
    expect(around.some(({ market }) => Object.is(market.lineQuarters, -0))).toBe(false)
    for (const { market } of [...totals, ...handicaps]) expect(checkMarket(market)).toBeUndefined()
    const result = resultMarket({ type: 'football.1x2', period: 'full' }, counts, offer)
    expect(result.outcomes.map(({ outcome, chance }) => [outcome, Number(chance.toFixed(12))])).toEqual([
      ['home', 0.7],
      ['draw', 0.1],
      ['away', 0.2],
    ])
  })

  test('of one side use its own count', () => {
    const sides = teamTotalMarkets({ type: 'football.team_total', period: 'full' }, counts, offer)
    const of = (side: string) => sides.filter(({ market }) => market.side === side)
    expect(chancesOf(of('home'), 6)).toEqual([['over', 0.4], ['under', 0.6]]) // prettier-ignore
    expect(chancesOf(of('away'), 6)).toEqual([['over', 0.2], ['under', 0.8]]) // prettier-ignore
    expect(chancesOf(of('home'), 4)?.[0]).toEqual(['over', 0.8])
    expect(of('home').find(({ market }) => market.lineQuarters === 4)?.refunded).toBeCloseTo(0.5, 12)
  })

  test('have no line below the current count', () => {
    const early = { ...counts, totalFrom: 5, homeFrom: 3, awayFrom: 2 }
    const totals = totalMarkets({ type: 'football.total', period: 'full' }, early, offer)
    expect(totals.length).toBeGreaterThan(0)
    for (const { market } of totals) expect(market.lineQuarters).toBeGreaterThan(20)
    for (const { market } of teamTotalMarkets({ type: 'football.team_total', period: 'full' }, early, offer))
      expect(market.lineQuarters).toBeGreaterThan(market.side === 'home' ? 12 : 8)
  })
})
