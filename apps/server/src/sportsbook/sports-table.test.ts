import { checkMarket, type MarketRef, marketType, SPORTS, type Sport } from '@palpite/odds'
import { describe, expect, test } from 'vitest'
import { priceFixture } from './catalogue/price-fixture.ts'
import { sportsbookSettings } from './settings.ts'
import { samples } from './testing/sport-samples.ts'
import { type Depth, type FixtureState, marketKey, type Offer } from './sports/adapter.ts'
import { periodCode } from './sports/match-status.ts'
import { sportOf } from './sports/table.ts'

const runnersOf = (sport: Sport) =>
  samples[sport].participants.map((_, at) => ({ place: at + 1, isWithdrawn: false }))

const fixtureStates = (sport: Sport): Record<'before' | 'during' | 'end', FixtureState> => {
  const { during, end } = samples[sport]
  const runners = runnersOf(sport)
  return {
    before: { matchStatus: 0, clock: null, state: null, runners },
    during: { ...during, runners },
    end: { matchStatus: -1, clock: null, state: end, runners },
  }
}

const offersOf = (sport: Sport, fixtureState: FixtureState, depth: Depth = 'all'): Offer[] =>
  priceFixture({ sport, model: samples[sport].model, ...fixtureState }, sportsbookSettings, depth)

const refOf = ({ type, period, lineQuarters, side }: Offer): MarketRef => ({
  type,
  period,
  ...(lineQuarters === null ? {} : { lineQuarters }),
  ...(side === null ? {} : { side }),
})

describe.each(SPORTS)('%s', (sport) => {
  const { before, during, end } = fixtureStates(sport)

  test('reads its own model and states, and returns them unchanged', () => {
    const adapter = sportOf(sport)
    expect(adapter.sport).toBe(sport)
    expect(adapter.models.parse(samples[sport].model)).toEqual(samples[sport].model)
    for (const { state } of [during, end]) expect(adapter.states.parse(state)).toEqual(state)
    expect(() => adapter.states.parse({ family: 'another' })).toThrow('Invalid')
  })

  test('is offered before its start with the first market of a list', () => {
    const types = offersOf(sport, before, 'main').map(({ type }) => type)
    for (const { type } of sportOf(sport).main) expect(types).toContain(type)
    expect(sportOf(sport).main[0]?.hasLine).toBe(false)
  })

  test('declares whether it has more markets than those of a fixture days away', () => {
    const keys = (depth: Depth) => new Set(offersOf(sport, before, depth).map(marketKey))
    expect(keys('all').size > keys('main').size).toBe(sportOf(sport).hasMore)
  })

  test.each(['before', 'during'] as const)(
    'offers for %s only known markets, each once, at prices open to bets',
    (when) => {
      const offers = offersOf(sport, fixtureStates(sport)[when])
      expect(new Set(offers.map(marketKey)).size).toBe(offers.length)
      for (const offer of offers) {
        expect(offer.outcomes.length).toBeGreaterThan(1)
        expect(offer.outcomes.every(({ priceMilli }) => priceMilli > 1000)).toBe(true)
        if (sport === 'racing') continue
        expect([offer, checkMarket(refOf(offer))]).toEqual([offer, undefined])
        const known = marketType(offer.type)?.outcomes ?? []
        expect(offer.outcomes.filter(({ code }) => !known.includes(code))).toEqual([])
      }
    },
  )

  test('settles every market it offers once it has ended, with one winner where only one can win', () => {
    const offers = [...offersOf(sport, before), ...offersOf(sport, during)]
    expect(offers.length).toBeGreaterThan(0)
    expect(sportOf(sport).closed(end)).toBe('all')
    for (const offer of offers) {
      const codes = offer.outcomes.map(({ code }) => code)
      const found = sportOf(sport).resolve(offer, codes, end)
      expect([offer.type, offer.period, codes.filter((code) => !found.has(code))]).toEqual([
        offer.type,
        offer.period,
        [],
      ])
    }
  })

  test.each([-10, -12, -14] as const)(
    'refunds every stake if nothing was decided, at match time %i',
    (matchStatus) => {
      const fixtureState = { ...before, matchStatus }
      for (const offer of offersOf(sport, before)) {
        const codes = offer.outcomes.map(({ code }) => code)
        const found = sportOf(sport).resolve(offer, codes, fixtureState)
        expect(codes.map((code) => found.get(code)?.refunded)).toEqual(codes.map(() => 1))
      }
    },
  )

  test('is no longer offered once its result is known', () => {
    expect(offersOf(sport, end)).toEqual([])
  })
})

test.each([
  { sport: 'football', least: 90 },
  { sport: 'basketball', least: 25 },
  { sport: 'tennis', least: 25 },
  { sport: 'boxing', least: 6 },
  { sport: 'snooker', least: 15 },
  { sport: 'baseball', least: 35 },
  { sport: 'volleyball', least: 15 },
  { sport: 'badminton', least: 15 },
  // None on its parts: docs/maths/points.md §3.
  { sport: 'american_football', least: 22 },
  { sport: 'table_tennis', least: 15 },
  { sport: 'cricket', least: 2 },
  { sport: 'racing', least: 2 },
] as const)('$sport has $least markets or more before its start', ({ sport, least }) => {
  expect(offersOf(sport, fixtureStates(sport).before).length).toBeGreaterThanOrEqual(least)
})

test('a football list shows result, goals, both to score, a handicap on a half line and double chance, also days ahead', () => {
  const { before } = fixtureStates('football')
  for (const depth of ['main', 'all'] as const) {
    const offers = offersOf('football', before, depth).filter(({ period }) => period === 'full')
    const isShown = ({ type, lineQuarters: line }: Offer, shown: string) =>
      type === `football.${shown}` && (line === null || Math.abs(line) % 4 === 2)
    for (const shown of ['1x2', 'total', 'both_score', 'asian_handicap', 'double_chance'])
      expect([depth, shown, offers.some((offer) => isShown(offer, shown))]).toEqual([depth, shown, true])
  }
})

test.each([
  { sport: 'baseball', when: 'before', periods: ['inning1', 'first5'], types: ['1x2', 'moneyline', 'total'] },
  { sport: 'baseball', when: 'during', periods: ['inning3', 'first5'], types: ['1x2', 'handicap', 'total'] },
  { sport: 'snooker', when: 'before', periods: ['frame1'], types: ['frame_handicap', 'frame_total'] },
  { sport: 'snooker', when: 'during', periods: ['frame2'], types: ['frame_winner', 'frame_odd_even'] },
] as const)('$sport has markets $when it on $periods', ({ sport, when, periods, types }) => {
  const offers = offersOf(sport, fixtureStates(sport)[when])
  for (const period of periods)
    for (const type of types)
      expect(offers).toContainEqual(expect.objectContaining({ type: `${sport}.${type}`, period }))
})

test('a withdrawn runner is no longer offered, and its chance goes to the others', () => {
  const { before } = fixtureStates('racing')
  const runners = before.runners.map((runner) => ({ ...runner, isWithdrawn: runner.place === 1 }))
  const [all] = offersOf('racing', before)
  const [left] = offersOf('racing', { ...before, runners })
  expect(left?.outcomes.map(({ code }) => code)).toEqual(['2', '3', '4', '5'])
  for (const { code, priceMilli } of left?.outcomes ?? [])
    expect(priceMilli).toBeLessThan(all?.outcomes.find((one) => one.code === code)?.priceMilli ?? 0)
})

test.each([
  {
    what: 'retired after a set',
    sport: 'tennis',
    sets: [
      [6, 4],
      [1, 3],
    ],
    ending: 'retired',
    home: 'won',
  },
  { what: 'retired within the first set', sport: 'tennis', sets: [[3, 4]], ending: 'retired', home: 'void' },
  { what: 'walked over', sport: 'badminton', sets: [], ending: 'walkover', home: 'void' },
] as const)('a $sport match $what: a bet on who goes on is $home', ({ sport, sets, ending, home }) => {
  const state = {
    family: 'sets',
    bestOf: 3,
    sets: sets.map(([a, b]) => [a, b] as [number, number]),
    points: null,
    server: null,
    ending,
    winner: 'home',
  } as const
  const market = { type: `${sport}.winner`, period: 'full', lineQuarters: null, side: null } as const
  const found = sportOf(sport).resolve(market, ['home', 'away'], {
    matchStatus: -1,
    clock: null,
    state: { ...state, sets: [...state.sets] },
    runners: [],
  })
  expect(found.get('home')).toMatchObject(home === 'won' ? { won: 1 } : { refunded: 1 })
})

test.each([
  { type: 'football.1x2', period: 'full', code: 1 },
  { type: 'basketball.winner', period: 'all', code: 1 },
  { type: 'football.total', period: 'half1', code: 2 },
  { type: 'football.corners_total', period: 'full', code: 4 },
  { type: 'basketball.total', period: 'quarter1', code: 1001 },
  { type: 'basketball.total', period: 'quarter2', code: 1002 },
  { type: 'basketball.total', period: 'quarter3', code: 1003 },
  { type: 'american_football.1x2', period: 'quarter4', code: 1004 },
  { type: 'tennis.set_winner', period: 'set1', code: null },
] as const)('the wire shows $type of $period under the period code $code', ({ code, ...market }) => {
  expect(periodCode(market)).toBe(code)
})
