import { describe, expect, test } from 'vitest'
import { resultName } from '../resolution.ts'
import type { Sport } from '../sports.ts'
import { fightState } from '../states/fight-state.ts'
import { frameMatchState } from '../states/frame-state.ts'
import { setMatchState } from '../states/set-state.ts'
import { checkMarket } from './check-market.ts'
import type { MarketRef, MarketType } from './market-type.ts'
import { possibleResolutions } from './possible.ts'
import { resolveOutcome } from './resolve.ts'
import type { MatchState, Period } from './state.ts'
import { MARKET_TYPES } from './table.ts'

const running = (sport: Sport, scores: Readonly<Record<string, [number, number]>>): MatchState => ({
  sport,
  ending: 'running',
  counts: Object.fromEntries(
    Object.entries(scores).map(([key, [home, away]]) => [key, { home, away, over: false }]),
  ),
})

const names = (ref: MarketRef, outcome: string, state: MatchState) =>
  possibleResolutions(ref, outcome, state).map(resultName).toSorted().join(' ')

/** The bounds of a match or set in these sports: sets, and points or games of match and set. */
const LINES: Readonly<Partial<Record<Sport, readonly [sets: number, match: number, set: number]>>> = {
  tennis: [2.5, 20.5, 9.5],
  volleyball: [3.5, 130.5, 40.5],
  badminton: [2.5, 70.5, 35.5],
  table_tennis: [4.5, 60.5, 18.5],
}

const openLine = ({ id, sport, stat, line, needsSide }: MarketType, period: Period): number => {
  const [sets, match, set] = LINES[sport] ?? []
  if (!sets || needsSide || id.endsWith('handicap')) return line === 'whole' ? 4 : 6
  return 4 * (stat === 'sets' ? sets : period === 'full' ? (match ?? 0) : (set ?? 0))
}

const total = (line: number, period: Period = 'full') =>
  ({ type: 'football.total', period, lineQuarters: line * 4 }) as const

describe("a selection's remaining resolutions", () => {
  const oneAll = running('football', { 'goals.full': [1, 1] })

  test.each([
    [2.25, 'under', 'half_won lost'],
    [2, 'under', 'lost void'],
    [2.75, 'under', 'half_lost lost won'],
    [2.5, 'over', 'lost won'],
    [1.5, 'over', 'won'],
    [1.5, 'under', 'lost'],
    [1.75, 'under', 'half_lost lost'],
  ] as const)('total %s %s at one goal all: %s', (line, outcome, expected) => {
    expect(names(total(line), outcome, oneAll)).toBe(expected)
  })

  test('a handicap can be won from any score, and a passed score cannot be the final one', () => {
    const handicap = { type: 'football.asian_handicap', period: 'full', lineQuarters: -7 } as const
    expect(names(handicap, 'home', oneAll)).toBe('half_won lost won')
    const scores = { type: 'football.correct_score', period: 'full' } as const
    expect(names(scores, '1-0', oneAll)).toBe('lost')
    expect(names(scores, '2-1', oneAll)).toBe('lost won')
    expect(names(scores, 'other_draw', oneAll)).toBe('lost won')
  })

  test('a lead can shrink to the line as well as grow to it', () => {
    const state = running('basketball', { 'points.all': [19, 27] })
    const handicap = { type: 'basketball.handicap', period: 'all', lineQuarters: 16 } as const
    expect(names(handicap, 'away', state)).toBe('lost void won')
  })

  test("the second half counts its own goals, the first the match's until it is over", () => {
    expect(names(total(1.75, 'half1'), 'under', oneAll)).toBe('half_lost lost')
    expect(names(total(1.75, 'half2'), 'under', oneAll)).toBe('half_lost lost won')
    const atBreak: MatchState = {
      ...oneAll,
      counts: { ...oneAll.counts, 'goals.half1': { home: 1, away: 0, over: true } },
    }
    const both = { type: 'football.half_time_full_time', period: 'full' } as const
    expect(names(both, 'home/away', atBreak)).toBe('lost won')
    expect(names(both, 'draw/home', atBreak)).toBe('lost')
  })

  test('a match with overtime cannot end level', () => {
    const level = running('basketball', { 'points.all': [100, 100], 'points.full': [100, 100] })
    expect(names({ type: 'basketball.winner', period: 'all' }, 'home', level)).toBe('lost won')
    expect(names({ type: 'basketball.total', period: 'all', lineQuarters: 802 }, 'under', level)).toBe('lost')
    expect(names({ type: 'basketball.total', period: 'full', lineQuarters: 802 }, 'under', level)).toBe(
      'lost won',
    )
  })

  test('a best of three at one set all has no handicap of one and a half sets left', () => {
    const state = setMatchState({
      sport: 'tennis',
      ending: 'running',
      bestOf: 3,
      sets: [
        [6, 4],
        [3, 6],
        [5, 2],
      ],
    })
    const at = (type: string, lineQuarters?: number, period: Period = 'full') =>
      ({ type: `tennis.${type}`, period, ...(lineQuarters === undefined ? {} : { lineQuarters }) }) as const
    expect(names(at('set_handicap', -6), 'home', state)).toBe('lost')
    expect(names(at('total_sets', 10), 'under', state)).toBe('lost')
    expect(names(at('correct_score'), '2-1', state)).toBe('lost won')
    expect(names(at('correct_score'), '2-0', state)).toBe('lost')
    // 26 games played, home two ahead: at least 27, and home at most three ahead, with 6–2.
    expect(names(at('total', 106), 'under', state)).toBe('lost')
    expect(names(at('total', 110), 'under', state)).toBe('lost won')
    expect(names(at('handicap', -14), 'home', state)).toBe('lost')
    expect(names(at('handicap', -12), 'home', state)).toBe('lost void')
    expect(names(at('handicap', -2), 'home', state)).toBe('lost won')
    expect(names(at('handicap', 2, 'set3'), 'away', state)).toBe('lost won')
    expect(names(at('total', 30, 'set3'), 'under', state)).toBe('lost')
  })

  test.each([
    { sport: 'tennis', sets: [[3, 2]], type: 'total_sets', outcome: 'under', lineQuarters: 10 },
    { sport: 'tennis', sets: [[3, 2]], type: 'set_handicap', outcome: 'away', lineQuarters: -6 },
    { sport: 'tennis', sets: [[3, 2]], type: 'correct_score', outcome: '2-0' },
    { sport: 'volleyball', sets: [[12, 9]], type: 'total_sets', outcome: 'under', lineQuarters: 14 },
    { sport: 'table_tennis', sets: [[11, 5]], type: 'total_sets', outcome: 'under', lineQuarters: 14 },
    { sport: 'badminton', sets: [[21, 15]], type: 'winner', outcome: 'away' },
  ] as const)(
    'in a $sport match of unknown format the $type $outcome is not certain',
    ({ sport, sets, type, outcome, ...line }) => {
      const state = setMatchState({ sport, ending: 'running', sets })
      const ref = { type: `${sport}.${type}`, period: 'full', ...line } as const
      expect(names(ref, outcome, state)).toBe('lost won')
    },
  )

  test('a frame match of unknown format has no winner yet', () => {
    const frames = frameMatchState({ ending: 'running', frames: [[70, 12]] })
    for (const outcome of ['home', 'away'])
      expect(names({ type: 'snooker.winner', period: 'full' }, outcome, frames)).toBe('lost won')
  })

  test.each(['tie_break', 'unknown'] as const)(
    'a last set that is a match tie-break (%s) is one game',
    (decider) => {
      const sets = [
        [6, 4],
        [4, 6],
      ] as const
      const state = setMatchState({ sport: 'tennis', ending: 'running', bestOf: 3, decider, sets })
      const games = (lineQuarters: number) =>
        ({ type: 'tennis.total', period: 'full', lineQuarters }) as const
      expect(names(games(90), 'over', state)).toBe('lost won')
      expect(names(games(90), 'under', state)).toBe('lost won')
      expect(names(games(82), 'over', state)).toBe('won')
    },
  )

  test('uncounted sets may have had any score', () => {
    const state = setMatchState({
      sport: 'badminton',
      ending: 'running',
      bestOf: 3,
      sets: [],
      total: { home: 1, away: 0 },
    })
    const points = { type: 'badminton.total', period: 'full', lineQuarters: 482 } as const
    expect(names(points, 'over', state)).toBe('lost won')
  })

  test('frames end with their match, and a fight with its rounds', () => {
    const frames = frameMatchState({
      bestOf: 9,
      ending: 'running',
      frames: [
        [70, 12],
        [60, 40],
        [20, 81],
      ],
    })
    const handicap = (lineQuarters: number) =>
      ({ type: 'snooker.handicap', period: 'full', lineQuarters }) as const
    expect(names(handicap(-14), 'home', frames)).toBe('lost won')
    expect(names(handicap(-18), 'home', frames)).toBe('lost')
    const fight: MatchState = {
      sport: 'boxing',
      ending: 'running',
      counts: { 'rounds.full': { home: 4, away: 0, over: false, max: 10 } },
    }
    const round = { type: 'boxing.ending_round', period: 'full' } as const
    expect(names(round, 'round4', fight)).toBe('lost')
    expect(names(round, 'round5', fight)).toBe('lost won')
    expect(names(round, 'round11', fight)).toBe('lost')
    expect(names({ type: 'boxing.winner', period: 'full' }, 'home', fight)).toBe('lost void won')
  })

  test('a set that may not be played is refunded if it is not', () => {
    const state = setMatchState({ sport: 'badminton', ending: 'running', bestOf: 3, sets: [[21, 15]] })
    expect(names({ type: 'badminton.set_winner', period: 'set3' }, 'home', state)).toBe('lost void won')
    expect(names({ type: 'badminton.set_winner', period: 'set2' }, 'home', state)).toBe('lost won')
  })

  test('no ending of a fight is missing', () => {
    const open: MatchState = { sport: 'boxing', ending: 'running', counts: {} }
    const end = fightState({ result: 'knockout', winner: 'home', round: 3, isPastHalf: false })
    for (const type of MARKET_TYPES.filter(({ sport }) => sport === 'boxing')) {
      const ref: MarketRef = { type: type.id, period: 'full', ...(type.line ? { lineQuarters: 10 } : {}) }
      for (const outcome of type.outcomes) {
        const resolved = resolveOutcome(ref, outcome, end)
        expect(possibleResolutions(ref, outcome, open)).toContainEqual(resolved)
      }
    }
  })

  test.each(MARKET_TYPES.map((type) => [type.id, type] as const))(
    'before the start a bet on %s can be won and lost, whatever its outcome',
    (id, type) => {
      const open: MatchState = { sport: type.sport, ending: 'running', counts: {} }
      for (const period of Object.keys(type.periods) as Period[]) {
        const ref: MarketRef = {
          type: id,
          period,
          ...(type.line ? { lineQuarters: openLine(type, period) } : {}),
          ...(type.needsSide ? { side: 'home' } : {}),
        }
        expect(checkMarket(ref)).toBeUndefined()
        for (const outcome of type.outcomes) {
          expect(names(ref, outcome, open)).toMatch(/^(half_lost )?lost( .*)?won/)
        }
      }
    },
  )
})
