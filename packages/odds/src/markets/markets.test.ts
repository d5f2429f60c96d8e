import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameResolution, LOST, VOID, WON, type Resolution } from '../resolution.ts'
import { checkMarket } from './check-market.ts'
import { againstLine, lineQuarters, lineText } from './lines.ts'
import type { MarketRef, MarketType } from './market-type.ts'
import { resolveMarket, resolveOutcome } from './resolve.ts'
import type { Ending, MatchState, Period, Count, CountKey } from './state.ts'
import { SPORTS } from '../sports.ts'
import { MARKET_TYPES, marketType } from './table.ts'

type Goals = readonly [home: number, away: number]

/** A football match with these goals in each half, in play or over. */
const match = (
  half1: Goals,
  half2: Goals,
  playing: 'half1' | 'half2' | 'over',
  ending?: Ending,
): MatchState => {
  const count = ([home, away]: Goals, over: boolean): Count => ({ home, away, over })
  const full: Goals = [half1[0] + half2[0], half1[1] + half2[1]]
  return {
    sport: 'football',
    ending: ending ?? (playing === 'over' ? 'finished' : 'running'),
    counts: {
      'goals.half1': count(half1, playing !== 'half1'),
      ...(playing === 'half1' ? {} : { 'goals.half2': count(half2, playing === 'over') }),
      'goals.full': count(full, playing === 'over'),
      'goals.all': count(full, playing === 'over'),
    },
  }
}

/** Every variant of this market type, with a few lines each. */
const refsOf = (type: MarketType): MarketRef[] => {
  const lines = type.line ? [-9, -6, -5, -4, -2, 0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 14] : [undefined]
  const sides = type.needsSide ? (['home', 'away'] as const) : [undefined]
  return (Object.keys(type.periods) as Period[])
    .flatMap((period) => lines.map((line) => ({ period, line })))
    .flatMap(({ period, line }) => sides.map((side) => ({ period, line, side })))
    .map(({ period, line, side }) => ({
      type: type.id,
      period,
      ...(line === undefined ? {} : { lineQuarters: line }),
      ...(side ? { side } : {}),
    }))
    .filter((ref) => checkMarket(ref) === undefined)
}

const goalMarkets = MARKET_TYPES.filter((type) => type.sport === 'football' && type.stat === 'goals').filter(
  (type) => type.id !== 'football.to_qualify',
)
const goals = fc.tuple(fc.nat(4), fc.nat(4))

describe('the table of market types', () => {
  test('lists each type once, for all twelve sports but racing, which has runners', () => {
    expect(new Set(MARKET_TYPES.map((type) => type.id)).size).toBe(MARKET_TYPES.length)
    expect(new Set(MARKET_TYPES.map((type) => type.sport))).toEqual(
      new Set(SPORTS.filter((one) => one !== 'racing')),
    )
    expect(MARKET_TYPES.every((type) => type.id.startsWith(`${type.sport}.`))).toBe(true)
  })

  test('has as many feed outcome ids as outcomes, each once', () => {
    for (const type of MARKET_TYPES) {
      expect(new Set(type.outcomes).size).toBe(type.outcomes.length)
      expect(type.uofOutcomes?.length ?? type.outcomes.length).toBe(type.outcomes.length)
    }
  })

  test.each([
    [{ type: 'football.nothing', period: 'full' }, 'unknown_market'],
    [{ type: 'football.1x2', period: 'quarter1' }, 'unknown_period'],
    [{ type: 'football.1x2', period: 'full', lineQuarters: 2 }, 'line_not_allowed'],
    [{ type: 'football.total', period: 'full' }, 'line_missing'],
    [{ type: 'football.european_handicap', period: 'full', lineQuarters: 2 }, 'line_does_not_exist'],
    [{ type: 'basketball.total', period: 'all', lineQuarters: 801 }, 'line_does_not_exist'],
    [{ type: 'boxing.total_rounds', period: 'full', lineQuarters: 16 }, 'line_does_not_exist'],
    [{ type: 'football.total', period: 'full', lineQuarters: 2.5 }, 'line_does_not_exist'],
    [{ type: 'football.total', period: 'full', lineQuarters: 9_000 }, 'line_does_not_exist'],
    [{ type: 'football.team_total', period: 'full', lineQuarters: 6 }, 'side_missing'],
    [{ type: 'football.total', period: 'full', lineQuarters: 6, side: 'home' }, 'side_not_allowed'],
  ] as const)('%j is refused: %s', (ref, reason) => {
    expect(checkMarket(ref)).toBe(reason)
    expect(() => resolveMarket(ref, match([0, 0], [0, 0], 'over'))).toThrow(reason)
  })

  test.each([-1, 0.5, Number.NaN])('settles nothing by a count of %d', (home) => {
    const state = match([0, 0], [0, 0], 'over')
    const wrong = { ...state, counts: { 'goals.full': { home, away: 0, over: true } } }
    expect(() => resolveMarket({ type: 'football.1x2', period: 'full' }, wrong)).toThrow(
      'counts must be whole',
    )
  })

  test('settles no market by a match of another sport, and no foreign outcome', () => {
    const state = match([0, 0], [0, 0], 'over')
    expect(() => resolveMarket({ type: 'basketball.winner', period: 'all' }, state)).toThrow(
      'cannot be settled',
    )
    expect(() => resolveOutcome({ type: 'football.1x2', period: 'full' }, 'yes', state)).toThrow('no outcome')
  })
})

describe('lines', () => {
  test('a quarter line is half the stake on each neighbour', () => {
    const half = (a: Resolution, b: Resolution): Resolution => ({
      won: a.won + b.won,
      refunded: a.refunded + b.refunded,
      of: 2,
    })
    fc.assert(
      fc.property(fc.integer({ min: -40, max: 40 }), (excess) => {
        const [lower, upper] = excess % 2 === 0 ? [excess, excess] : [excess - 1, excess + 1]
        expect(isSameResolution(againstLine(excess), half(againstLine(lower), againstLine(upper)))).toBe(true)
      }),
    )
  })

  test.each([
    [2.25, 9],
    [-0.5, -2],
    [0, 0],
    [2.3, undefined],
    [Number.NaN, undefined],
    [5000, undefined],
  ])('the line %d is %s quarters', (line, quarters) => {
    expect(lineQuarters(line)).toBe(quarters)
    expect(lineText(9)).toBe('2.25')
  })
})

describe('settling a football match', () => {
  const settled = (type: MarketType, state: MatchState): ReadonlyMap<string, Resolution>[] =>
    refsOf(type).map((ref) => resolveMarket(ref, state))

  test('decides every selection of every goals market after the match', () => {
    fc.assert(
      fc.property(goals, goals, (half1, half2) => {
        const state = match(half1, half2, 'over')
        for (const type of goalMarkets) {
          for (const decided of settled(type, state)) expect([...decided.keys()]).toEqual(type.outcomes)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('pays exactly one selection, or two for double chance, or both halves of a line', () => {
    fc.assert(
      fc.property(goals, goals, (half1, half2) => {
        for (const type of goalMarkets) {
          for (const decided of settled(type, match(half1, half2, 'over'))) {
            const share = [...decided.values()].reduce(
              (sum, { won, refunded, of }) => sum + (won + refunded / 2) / of,
              0,
            )
            expect(share).toBe(type.id === 'football.double_chance' ? 2 : 1)
          }
        }
      }),
      { numRuns: 30 },
    )
  })

  test('decides in play only what no later goal can change', () => {
    fc.assert(
      fc.property(
        fc.tuple(goals, goals),
        fc.tuple(goals, goals),
        fc.boolean(),
        ([half1, half2], [more1, more2], isFirst) => {
          const later = ([a, b]: Goals, [c, d]: Goals): Goals => [a + c, b + d]
          const now = isFirst ? match(half1, [0, 0], 'half1') : match(half1, half2, 'half2')
          const end = isFirst
            ? match(later(half1, more1), half2, 'over')
            : match(half1, later(half2, more2), 'over')
          for (const type of goalMarkets) {
            for (const ref of refsOf(type)) {
              const final = resolveMarket(ref, end)
              for (const [outcome, found] of resolveMarket(ref, now))
                expect(found).toEqual(final.get(outcome))
            }
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test('an abandoned match voids open markets and keeps decided ones', () => {
    const state = match([2, 0], [1, 0], 'half2', 'abandoned')
    const over = (line: number) =>
      resolveOutcome({ type: 'football.total', period: 'full', lineQuarters: line }, 'over', state)
    expect([over(10), over(14)]).toEqual([WON, VOID])
    expect(resolveOutcome({ type: 'football.1x2', period: 'half1' }, 'home', state)).toBe(WON)
    expect(resolveOutcome({ type: 'football.1x2', period: 'full' }, 'home', state)).toBe(VOID)
    expect(resolveOutcome({ type: 'football.correct_score', period: 'full' }, '0-1', state)).toBe(LOST)
  })

  test('an unrecorded count leaves its market open', () => {
    const state = match([0, 0], [0, 0], 'over')
    expect(resolveOutcome({ type: 'football.corners_1x2', period: 'full' }, 'home', state)).toBeUndefined()
  })

  test('who qualifies waits for extra time and penalties', () => {
    const level = match([1, 1], [0, 0], 'over')
    const ref = { type: 'football.to_qualify', period: 'all' } as const
    expect(resolveOutcome(ref, 'home', level)).toBeUndefined()
    expect(resolveOutcome(ref, 'home', { ...level, winner: 'home' })).toBe(WON)
  })
})

describe('endings of other sports', () => {
  const tennis = (ending: Ending, setsHome: number): MatchState => ({
    sport: 'tennis',
    ending,
    winner: 'home',
    counts: { 'sets.full': { home: setsHome, away: 0, over: false } },
  })
  const winner = { type: 'tennis.winner', period: 'full' } as const

  test('a tennis retirement pays the side that progresses, if a set was completed', () => {
    expect(resolveOutcome(winner, 'home', tennis('retired', 1))).toBe(WON)
    expect(resolveOutcome(winner, 'home', tennis('retired', 0))).toBe(VOID)
    expect(resolveOutcome(winner, 'away', tennis('walkover', 1))).toBe(VOID)
  })

  test('an operator may choose to pay no retirement', () => {
    expect(resolveOutcome(winner, 'home', tennis('retired', 1), {})).toBe(VOID)
  })

  test('a shortened baseball match keeps its winner and voids its open total', () => {
    const state: MatchState = {
      sport: 'baseball',
      ending: 'shortened',
      counts: { 'runs.all': { home: 5, away: 3, over: false } },
    }
    const total = (line: number) => ({ type: 'baseball.total', period: 'all', lineQuarters: line }) as const
    expect(resolveOutcome({ type: 'baseball.winner', period: 'all' }, 'home', state)).toBe(WON)
    expect(resolveOutcome(total(34), 'over', state)).toBe(VOID)
    expect(resolveOutcome(total(30), 'over', state)).toBe(WON)
  })

  const fight = (over: Partial<MatchState>): MatchState => ({
    sport: 'boxing',
    ending: 'finished',
    counts: { 'rounds.full': { home: 5, away: 0, over: true } },
    ...over,
  })

  test("boxing is settled by the officials' decision", () => {
    const stopped = fight({ winner: 'away', method: 'knockout', endedInRound: 5 })
    const at = (name: string) => ({ type: `boxing.${name}`, period: 'full' }) as const
    expect(resolveOutcome(at('method'), 'away_knockout', stopped)).toBe(WON)
    expect(resolveOutcome(at('ending_round'), 'round5', stopped)).toBe(WON)
    expect(resolveOutcome(at('distance'), 'yes', stopped)).toBe(LOST)
    expect(resolveOutcome({ ...at('total_rounds'), lineQuarters: 18 }, 'over', stopped)).toBe(WON)
    expect(resolveOutcome(at('winner'), 'home', fight({ winner: 'draw' }))).toBe(VOID)
    expect(resolveOutcome(at('1x2'), 'draw', fight({ winner: 'draw' }))).toBe(WON)
    const none: MatchState = { sport: 'boxing', ending: 'no_contest', counts: {} }
    expect(resolveOutcome(at('winner'), 'home', none)).toBe(VOID)
  })

  test('every market type of every sport settles from its own counts', () => {
    for (const type of MARKET_TYPES) {
      const counts: Partial<Record<CountKey, Count>> = {}
      for (const period of Object.keys(type.periods) as Period[])
        counts[`${type.stat}.${period}`] = { home: 3, away: 1, over: true }
      counts['goals.half1'] = { home: 1, away: 0, over: true }
      counts['goals.half2'] = { home: 2, away: 1, over: true }
      const officials = { winner: 'home', method: 'decision', endedInRound: 12 } as const
      const state: MatchState = { sport: type.sport, ending: 'finished', counts, ...officials }
      for (const ref of refsOf(type)) expect([...resolveMarket(ref, state).keys()]).toEqual(type.outcomes)
    }
  })

  test('every type is found by its id', () => {
    expect(MARKET_TYPES.every((type) => marketType(type.id) === type)).toBe(true)
    expect(marketType('no.such')).toBeUndefined()
  })
})
