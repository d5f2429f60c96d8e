import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RiskLimit } from '../settings.ts'
import { leastBound, costsOf, type FixtureRisk, headroomCents } from './headroom-rules.ts'
import { costAt, type OpenOutcome, worstScenario, worstTogether } from './scenarios.ts'

const outcome = (own: Partial<OpenOutcome>): OpenOutcome => ({
  marketId: 1,
  type: 'football.1x2',
  period: 'full',
  lineQuarters: null,
  side: null,
  code: 'home',
  selections: null,
  stakeCents: 1000,
  returnCents: 2000,
  ...own,
})

const over = (own: Partial<OpenOutcome>) =>
  outcome({ marketId: 2, type: 'football.total', lineQuarters: 10, code: 'over', ...own })

test.each([
  { score: { home: 1, away: 0 }, cost: 0 },
  { score: { home: 3, away: 0 }, cost: 2000 },
  { score: { home: 0, away: 0 }, cost: -2000 },
])('a win and over two and a half cost $cost at $score.home–$score.away', ({ score, cost }) => {
  expect(costAt([outcome({}), over({})], score)).toBe(cost)
})

test('impossible scores are no scenario', () => {
  const nilNil = outcome({ type: 'football.correct_score', code: '0-0', returnCents: 50_000 })
  expect(worstScenario([nilNil], null)).toEqual({ costCents: 49_000, score: { home: 0, away: 0 } })
  expect(worstScenario([nilNil], { home: 1, away: 0 }).costCents).toBe(-1000)
})

test('markets no final score decides count with their own worst outcome', () => {
  const corners = outcome({ marketId: 9, type: 'football.corners_total', lineQuarters: 38, code: 'over' })
  const under = { ...corners, code: 'under', returnCents: 1800 }
  expect(worstScenario([corners, under], null)).toEqual({ costCents: 0, score: null })
})

test('as many runners are paid as there are places', () => {
  const placed = [5000, 4000, 3000].map((returnCents, at) =>
    outcome({ marketId: 9, type: 'racing.each_way', lineQuarters: 8, code: String(at + 1), returnCents }),
  )
  expect(worstScenario(placed, null).costCents).toBe(5000 + 4000 - 3000)
})

const bets = fc.array(
  fc.record({
    code: fc.constantFrom('home', 'draw', 'away'),
    isTotal: fc.boolean(),
    stakeCents: fc.integer({ min: 100, max: 100_000 }),
    priceMilli: fc.integer({ min: 1010, max: 9000 }),
  }),
  { minLength: 1, maxLength: 30 },
)

test('no ending of a match costs more than its worst scenario, counted bet by bet', () => {
  fc.assert(
    fc.property(bets, fc.nat(9), fc.nat(9), (placed, home, away) => {
      const rows = placed.map(({ code, isTotal, stakeCents, priceMilli }) => {
        const returnCents = Math.floor((stakeCents * priceMilli) / 1000)
        return isTotal
          ? over({ stakeCents, returnCents, code: code === 'home' ? 'over' : 'under' })
          : outcome({ stakeCents, returnCents, code })
      })
      const result = home === away ? 'draw' : home > away ? 'home' : 'away'
      const total = home + away > 2 ? 'over' : 'under'
      const cost = rows.reduce((sum, { code, stakeCents, returnCents }) => {
        return sum + (code === result || code === total ? returnCents : 0) - stakeCents
      }, 0)
      expect(cost).toBeLessThanOrEqual(worstScenario(rows, null).costCents)
      expect(costAt(rows, { home, away })).toBe(cost)
    }),
  )
})

test('the tightest limit counts, and a gain of one match offsets no other', () => {
  const risk = (own: Partial<FixtureRisk>): FixtureRisk => ({
    fixtureId: 1,
    competitionId: 1,
    sport: 'football',
    scenarioBps: 10_000,
    costCents: 300,
    score: null,
    ...own,
  })
  const risks = [risk({}), risk({ fixtureId: 2, costCents: -5000 }), risk({ fixtureId: 3, competitionId: 2 })]
  let riskLimits: RiskLimit[] = []
  const bounds = (own: object) => ({
    maxScenarioCents: { match: 1000, competition: 10_000, sport: 10_000, book: 10_000, ...own },
    riskLimits,
  })
  const match = { fixtureId: 1, competitionId: 1, sport: 'football', scenarioBps: 10_000 }
  const room = (own: object, of: object = {}) =>
    headroomCents({ ...match, ...of }, [costsOf(risks)], bounds(own))
  expect(room({})).toBe(700)
  expect(room({ competition: 500 })).toBe(200)
  expect(room({ sport: 700 })).toBe(100)
  expect(room({ book: 500 })).toBe(0)
  expect(room({ book: 650 }, { fixtureId: 9, competitionId: 9, sport: 'tennis' })).toBe(50)
  // An operator left half of the limits of the match, then a quarter: less than it may cost already.
  expect(room({}, { scenarioBps: 5000 })).toBe(200)
  expect(room({}, { scenarioBps: 2500 })).toBe(0)
  // Two matches of 300 each in the sport, one of them in the competition.
  riskLimits = [{ sport: 'football', maxScenarioCents: 800 }]
  expect(room({})).toBe(200)
  expect(room({}, { fixtureId: 9, competitionId: 9, sport: 'tennis' })).toBe(1000)
  riskLimits = [...riskLimits, { competitionId: 1, maxScenarioCents: 350 }]
  expect(room({})).toBe(50)
  expect(room({}, { competitionId: 2 })).toBe(200)
})

test('of the limits on a market the tightest counts', () => {
  const all = { beforeStart: 1000, inPlay: 500 }
  const riskLimits: RiskLimit[] = [
    { sport: 'tennis', maxLiabilityCents: { beforeStart: 300, inPlay: 300 } },
    { competitionId: 7, maxLiabilityCents: { beforeStart: 400, inPlay: 5000 } },
    { sport: 'football', marketType: 'football.total', maxLiabilityCents: { beforeStart: 200, inPlay: 200 } },
    { maxLossCents: { beforeStart: 1, inPlay: 1 } },
  ]
  const of = {
    sport: 'football',
    competitionId: 1,
    marketType: 'football.1x2',
    matchStatus: 0,
    limitBps: 10_000,
  }
  const bound = (own: Partial<typeof of>) =>
    leastBound('maxLiabilityCents', { ...of, ...own }, { maxLiabilityCents: all, riskLimits })
  expect(bound({})).toBe(1000)
  expect(bound({ matchStatus: 1 })).toBe(500)
  expect(bound({ sport: 'tennis', marketType: 'tennis.winner' })).toBe(300)
  expect(bound({ competitionId: 7 })).toBe(400)
  expect(bound({ competitionId: 7, matchStatus: 1 })).toBe(500)
  expect(bound({ competitionId: 7, marketType: 'football.total' })).toBe(200)
  expect(bound({ limitBps: 2550 })).toBe(255)
  expect(bound({ limitBps: 5000, sport: 'tennis', marketType: 'tennis.winner' })).toBe(150)
})

test('what wins together at the worst ending of a match is listed outcome by outcome', () => {
  const home = outcome({ stakeCents: 0, returnCents: 900 })
  const away = outcome({ code: 'away', stakeCents: 0, returnCents: 1000 })
  const many = over({ stakeCents: 0, returnCents: 500 })
  const wide = outcome({ marketId: 3, type: 'football.asian_handicap', lineQuarters: -4, stakeCents: 0 })
  const corners = [700, 600].map((returnCents, at) =>
    outcome({
      marketId: 9,
      type: 'football.corners_total',
      lineQuarters: 38,
      code: `${at}`,
      stakeCents: 0,
      returnCents,
    }),
  )
  expect(worstTogether([home, away, many, wide, ...corners], null)).toEqual([home, many, wide, corners[0]])
})
