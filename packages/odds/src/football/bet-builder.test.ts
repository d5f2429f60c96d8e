import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolveOutcome } from '../markets/resolve.ts'
import { marketType } from '../markets/table.ts'
import { builderChance, builderPrice, isCombinable, type BuilderLeg } from './bet-builder.ts'
import { matchGrids, type FootballState } from './match-grids.ts'
import { countGrid, footballCountPrices, footballPrices } from './prices.ts'
import { scoreGrid, type ScoreGrid } from './score-grid.ts'

const goals = fc.record({ home: fc.nat(3), away: fc.nat(3) })

const anyState: fc.Arbitrary<FootballState> = fc
  .record({
    expected: fc.record({
      home: fc.double({ min: 0.2, max: 4, noNaN: true }),
      away: fc.double({ min: 0.2, max: 4, noNaN: true }),
      rho: fc.double({ min: -0.15, max: 0.1, noNaN: true }),
    }),
    isPlayed: fc.boolean(),
    minute: fc.nat(44),
    score: goals,
  })
  .map(({ expected, isPlayed, minute, score }) => ({
    expected,
    clock: { phase: isPlayed ? 'half1' : 'before', minute: isPlayed ? minute : 0 },
    score: isPlayed ? score : { home: 0, away: 0 },
  }))

const isOfMatch = (leg: BuilderLeg): boolean => leg.market.period === 'full' && isByScore(leg)

/** Decided by the final score, with or without a refund. */
const isByScore = ({ market: { type } }: BuilderLeg): boolean =>
  marketType(type)?.stat === 'goals' &&
  !['football.half_time_full_time', 'football.highest_half'].includes(type)

describe('the bet builder', () => {
  const grid = scoreGrid({ home: 1.55, away: 1.05, rho: -0.1 })
  const leg = (type: string, outcome: string, lineQuarters?: number): BuilderLeg => ({
    market: {
      type: `football.${type}`,
      period: 'full',
      ...(lineQuarters === undefined ? {} : { lineQuarters }),
    },
    outcome,
  })
  const home = leg('1x2', 'home')
  const over = leg('total', 'over', 10)
  const grids = { goals: { full: grid } }
  const alone = { marginBps: 0, singles: [] }

  test('prices legs jointly, not as a product of singles', () => {
    const priced = builderPrice([home, over], grids, alone)
    expect(priced.ok && priced.chance).toBeCloseTo(0.2844596671, 9)
    expect(priced.ok && priced.priceMilli).toBe(3500)
  })

  test.each([
    [[home], 'too_few_legs', undefined],
    [Array.from({ length: 9 }, () => home), 'too_many_legs', undefined],
    [[home, leg('total', 'over', 8)], 'market_not_combinable', 1],
    [[leg('draw_no_bet', 'home'), home], 'market_not_combinable', 0],
    [[home, leg('corners_total', 'over', 38)], 'market_not_combinable', 1],
    [[home, leg('half_time_full_time', 'home/home')], 'market_not_combinable', 1],
    [[home, leg('nothing', 'home')], 'market_not_combinable', 1],
    [[home, leg('1x2', 'nobody')], 'market_not_combinable', 1],
    [[home, over, home], 'leg_repeated', 2],
    [[home, over, leg('1x2', 'away')], 'legs_contradict', 2],
  ] as const)('%# is refused: %s', (legs, reason, place) => {
    expect(builderPrice(legs, grids, alone)).toEqual({
      ok: false,
      reason,
      ...(place === undefined ? {} : { place }),
    })
  })

  /** A match's full offer at the house's margins, with some combinations. */
  const anyOffer = fc
    .tuple(anyState, fc.array(fc.nat(), { minLength: 2, maxLength: 5 }))
    .map(([state, picks]) => {
      const singles = footballPrices(state, { markets: 'all' }).flatMap(({ market, outcomes }) =>
        outcomes.flatMap(({ outcome, priceMilli }) =>
          priceMilli === undefined ? [] : [{ market, outcome, priceMilli }],
        ),
      )
      const open = singles.filter((single) => isCombinable(single) && isOfMatch(single))
      const legs = picks.flatMap((pick) => open[pick % Math.max(1, open.length)] ?? [])
      return {
        grid: matchGrids(state).full,
        grids: { goals: { full: matchGrids(state).full } },
        singles,
        open,
        legs: [...new Set(legs)],
      }
    })
  /** A leg's return per unit at each score, at a price of 2. */
  const returnsOf = ({ market, outcome }: BuilderLeg, { size, homeFrom, awayFrom }: ScoreGrid) =>
    Array.from({ length: size * size }, (_, at) => {
      const score = { home: homeFrom + Math.floor(at / size), away: awayFrom + (at % size), over: true }
      const found = resolveOutcome(market, outcome, {
        sport: 'football',
        ending: 'finished',
        counts: { 'goals.full': score },
      })
      return found ? (2 * found.won + found.refunded) / found.of : 0
    })
  const offered = { marginBps: 1000 }

  test('never pays more than a single that wins in no other case, nor more than its chance is worth', () => {
    fc.assert(
      fc.property(anyOffer, ({ grid: now, grids, singles, legs }) => {
        const priced = builderPrice(legs, grids, { ...offered, singles })
        if (!priced.ok) return
        expect((priced.chance * priced.priceMilli) / 1000).toBeLessThan(1)
        const own = legs.map((one) => returnsOf(one, now))
        const isCovered = (others: readonly number[]) =>
          others.every((back, at) => back === 0 || own.every((one) => one[at] === 2))
        const covered = singles.filter(
          (single) =>
            single.market.period === 'full' && isByScore(single) && isCovered(returnsOf(single, now)),
        )
        expect(priced.priceMilli).toBeLessThanOrEqual(Math.min(...covered.map((one) => one.priceMilli)))
      }),
      { numRuns: 15 },
    )
  })

  test('an implied leg costs the house nothing, and a further leg never lowers the price', () => {
    fc.assert(
      fc.property(anyOffer, fc.nat(), ({ grids: now, singles, open, legs }, pick) => {
        const more = open[pick % Math.max(1, open.length)]
        if (!more || legs.includes(more)) return
        const less = builderPrice(legs, now, { ...offered, singles })
        const all = builderPrice([...legs, more], now, { ...offered, singles })
        if (!less.ok || !all.ok) return
        expect(all.priceMilli).toBeGreaterThanOrEqual(less.priceMilli)
        const isSaid = Math.abs(all.chance - less.chance) < 1e-15
        expect(isSaid && all.priceMilli !== less.priceMilli).toBe(false)
      }),
      { numRuns: 40 },
    )
  })

  test('is priced like the single with the same meaning', () => {
    const singles = footballPrices(
      {
        expected: { home: 1.55, away: 1.05, rho: -0.1 },
        clock: { phase: 'before', minute: 0 },
        score: { home: 0, away: 0 },
      },
      { markets: 'all' },
    ).flatMap(({ market, outcomes }) =>
      outcomes.flatMap(({ outcome, priceMilli = 0 }) => ({ market, outcome, priceMilli })),
    )
    const nil = singles.find(({ outcome }) => outcome === '0-0')
    const priced = builderPrice([leg('1x2', 'draw'), leg('both_score', 'no')], grids, {
      marginBps: 0,
      singles,
    })
    expect(priced.ok && priced.priceMilli).toBeLessThanOrEqual(nil?.priceMilli ?? 0)
  })
})

describe('halves, corners and cards in one bet', () => {
  const state: FootballState = {
    expected: { home: 1.55, away: 1.05, rho: -0.1 },
    clock: { phase: 'before', minute: 0 },
    score: { home: 0, away: 0 },
  }
  const counted = { clock: state.clock, counted: state.score }
  const corners = { ...counted, stat: 'corners', expected: { home: 5.5, away: 4.4 } } as const
  const cards = { ...counted, stat: 'cards', expected: { home: 1.9, away: 2.1 } } as const
  const grids = { goals: matchGrids(state), corners: countGrid(corners), cards: countGrid(cards) }
  const singles = [
    ...footballPrices(state, { markets: 'all' }),
    ...footballCountPrices(corners),
    ...footballCountPrices(cards),
  ].flatMap(({ market, outcomes }) =>
    outcomes.flatMap(({ outcome, priceMilli, chance }) =>
      priceMilli === undefined ? [] : [{ market, outcome, priceMilli, chance }],
    ),
  )
  const open = singles.filter(isCombinable)
  const leg = (type: string, outcome: string, own: Partial<BuilderLeg['market']> = {}): BuilderLeg => ({
    market: { type: `football.${type}`, period: 'full', ...own },
    outcome,
  })
  const halfTime = leg('1x2', 'home', { period: 'half1' })
  const fullTime = leg('1x2', 'home')
  const chanceOf = (type: string, outcome: string) =>
    singles.find((one) => one.market.type === `football.${type}` && one.outcome === outcome)?.chance ?? 0

  test('halves use the same goals: a lead at half-time and at the end equals half-time/full-time', () => {
    expect(builderChance([halfTime, fullTime], grids)).toBeCloseTo(
      chanceOf('half_time_full_time', 'home/home'),
      7,
    )
    const most = leg('highest_half', 'half2')
    expect(builderChance([most, leg('odd_even', 'odd')], grids)).toBeLessThan(
      chanceOf('highest_half', 'half2'),
    )
    const nil = [
      leg('total', 'under', { lineQuarters: 2 }),
      leg('total', 'under', { period: 'half1', lineQuarters: 2 }),
    ]
    expect(builderChance(nil, grids)).toBeCloseTo(chanceOf('correct_score', '0-0'), 7)
  })

  test('corners and cards are separate: their chances are multiplied', () => {
    const more = leg('corners_total', 'over', { lineQuarters: 38 })
    const hard = leg('cards_total', 'over', { lineQuarters: 18 })
    const [one, two, three] = [more, hard, fullTime].map((single) => builderChance([single], grids))
    expect(builderChance([more, hard, fullTime], grids)).toBeCloseTo(
      (one ?? 0) * (two ?? 0) * (three ?? 0),
      12,
    )
    const { goals } = grids
    expect(builderPrice([fullTime, more], { goals }, { marginBps: 0, singles })).toMatchObject({
      reason: 'market_not_combinable',
      place: 1,
    })
  })

  test('a builder equal to a single on a half is priced no higher', () => {
    const early = leg('total', 'over', { period: 'half1', lineQuarters: 2 })
    const said = leg('total', 'over', { lineQuarters: 2 })
    const single = singles.find(
      ({ market, outcome }) =>
        market.type === 'football.total' &&
        market.period === 'half1' &&
        market.lineQuarters === 2 &&
        outcome === 'over',
    )
    const priced = builderPrice([early, said], grids, { marginBps: 0, singles })
    expect(priced.ok && priced.priceMilli).toBe(single?.priceMilli)
  })

  test('no builder pays more than its worth, a further leg never lowers the price, and an implied one costs nothing', () => {
    const picks = fc.array(fc.nat(open.length - 1), { minLength: 2, maxLength: 3 })
    const isOnHalves = (legs: readonly BuilderLeg[]) => !legs.every(isOfMatch)
    let priced = 0
    fc.assert(
      fc.property(picks, (places) => {
        const legs = [...new Set(places)].flatMap((place) => open[place] ?? [])
        const all = builderPrice(legs, grids, { marginBps: 1000, singles })
        const less = builderPrice(legs.slice(0, -1), grids, { marginBps: 1000, singles })
        if (!all.ok) return
        priced += 1
        expect((all.chance * all.priceMilli) / 1000).toBeLessThan(1)
        // Without a half, singles on halves are not compared.
        const isAlike = isOnHalves(legs) === isOnHalves(legs.slice(0, -1))
        expect(less.ok && isAlike ? less.priceMilli : 0).toBeLessThanOrEqual(all.priceMilli)
        for (const one of legs) expect(all.chance).toBeLessThanOrEqual(builderChance([one], grids) + 1e-7)
      }),
      { numRuns: 20 },
    )
    expect(priced).toBeGreaterThan(2)
  })
})
