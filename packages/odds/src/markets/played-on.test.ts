import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resultName } from '../resolution.ts'
import { setMatchState } from '../states/set-state.ts'
import type { SetScore } from '../states/set-score.ts'
import { checkMarket } from './check-market.ts'
import type { MarketRef, MarketType } from './market-type.ts'
import { possibleResolutions } from './possible.ts'
import { resolveOutcome } from './resolve.ts'
import type { MatchState, Period, Side } from './state.ts'
import { MARKET_TYPES } from './table.ts'

/** A selection's remaining resolutions the long way: every possible ending of its match, resolved. */
const named = (ref: MarketRef, outcome: string, ends: readonly MatchState[]): string[] =>
  [
    ...new Set(
      ends.map((end) => resultName(resolveOutcome(ref, outcome, end) ?? { won: 0, refunded: 0, of: 9 })),
    ),
  ].toSorted()

const found = (ref: MarketRef, outcome: string, state: MatchState): string[] =>
  possibleResolutions(ref, outcome, state).map(resultName).toSorted()

const typeOf = (id: string): MarketType => {
  const type = MARKET_TYPES.find((one) => one.id === id)
  if (!type) throw new Error(`no market ${id}`)
  return type
}

/** A market of this type, with line and side if needed. */
const refTo = (
  type: MarketType,
  period: Period,
  { line, side }: { line: number; side: Side },
): MarketRef => ({
  type: type.id,
  period,
  ...(type.line ? { lineQuarters: line } : {}),
  ...(type.needsSide ? { side } : {}),
})

const GROWN: readonly (readonly [id: string, period: Period])[] = [
  ...[
    '1x2',
    'double_chance',
    'draw_no_bet',
    'asian_handicap',
    'european_handicap',
    'total',
    'team_total',
  ].map((name) => [`football.${name}`, 'full'] as const),
  ...['both_score', 'exact_goals', 'correct_score', 'odd_even', 'corners_total'].map(
    (name) => [`football.${name}`, 'full'] as const,
  ),
  ['football.half_correct_score', 'half2'],
  ...['winner', 'handicap', 'total', 'team_total'].flatMap((name) =>
    (['basketball', 'baseball'] as const).map((sport) => [`${sport}.${name}`, 'all'] as const),
  ),
  ['cricket.wickets_total', 'full'],
  ['cricket.wickets_total', 'inning1'],
]

describe('a growing count', () => {
  const MORE = 14
  const steps = Array.from({ length: MORE + 1 }, (_, more) => more)
  const isPlayedOn = (type: MarketType, period: Period) =>
    period === 'all' && ['basketball', 'baseball'].includes(type.sport)

  test('reaches exactly the resolutions that more on either side gives', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...GROWN),
        fc.tuple(fc.nat(5), fc.nat(5)),
        fc.integer({ min: -14, max: 30 }),
        fc.tuple(fc.constantFrom<Side>('home', 'away'), fc.nat(50)),
        ([id, period], [home, away], line, [side, pick]) => {
          const type = typeOf(id)
          const ref = refTo(type, period, { line, side })
          fc.pre(checkMarket(ref) === undefined)
          const outcome = type.outcomes[pick % type.outcomes.length] ?? ''
          const stateAt = (score: SetScore, over: boolean): MatchState => ({
            sport: type.sport,
            ending: over ? 'finished' : 'running',
            counts: { [`${type.stat}.${period}`]: { home: score[0], away: score[1], over } },
          })
          const max = type.stat === 'wickets' ? (period === 'full' ? 20 : 10) : Number.POSITIVE_INFINITY
          const ends = steps
            .flatMap((one) => steps.map((two): SetScore => [home + one, away + two]))
            .filter(([first, second]) => Math.max(first, second) <= max)
            .filter(([first, second]) => first !== second || !isPlayedOn(type, period))
          const expected = named(ref, outcome, ends.map((score) => stateAt(score, true))) // prettier-ignore
          expect(found(ref, outcome, stateAt([home, away], false))).toEqual(expected)
        },
      ),
      { numRuns: 600 },
    )
  })

  test.each([
    ['inning1', [9, 3], 38, 'lost won'],
    ['inning1', [9, 3], 42, 'won'],
    ['full', [15, 3], 62, 'lost won'],
  ] as const)(
    'an innings has ten wickets: in %s at %j, under %d quarters can be %s',
    (period, score, line, expected) => {
      const [home, away] = score
      const ref: MarketRef = { type: 'cricket.wickets_total', period, lineQuarters: line, side: 'home' }
      const counts = { [`wickets.${period}`]: { home, away, over: false } }
      expect(found(ref, 'under', { sport: 'cricket', ending: 'running', counts }).join(' ')).toBe(expected)
    },
  )

  test('that is over has one resolution', () => {
    const state: MatchState = {
      sport: 'football',
      ending: 'running',
      counts: {
        'goals.half1': { home: 1, away: 0, over: true },
        'goals.full': { home: 1, away: 0, over: false },
      },
    }
    expect(found({ type: 'football.1x2', period: 'half1' }, 'home', state)).toEqual(['won'])
  })

  test.each([
    ['other_away', [1, 0]],
    ['other_home', [0, 1]],
    ['other_draw', [2, 0]],
    ['other_draw', [0, 3]],
  ] as const)('%s can still be the score from %j', (outcome, [home, away]) => {
    const state: MatchState = {
      sport: 'football',
      ending: 'running',
      counts: { 'goals.full': { home, away, over: false } },
    }
    expect(found({ type: 'football.correct_score', period: 'full' }, outcome, state)).toEqual(['lost', 'won'])
  })

  test('two behind at half-time can still be a draw, and two first-half goals as many in the second', () => {
    const state: MatchState = {
      sport: 'football',
      ending: 'running',
      counts: {
        'goals.half1': { home: 0, away: 2, over: true },
        'goals.full': { home: 0, away: 2, over: false },
      },
    }
    const both = { type: 'football.half_time_full_time', period: 'full' } as const
    expect(found(both, 'away/draw', state)).toEqual(['lost', 'won'])
    expect(found({ ...both, type: 'football.highest_half' }, 'equal', state)).toEqual(['lost', 'won'])
  })

  test('both halves reach what more goals in either give', () => {
    const few = Array.from({ length: 7 }, (_, more) => more)
    const scores = fc.tuple(fc.nat(2), fc.nat(2))
    const kinds = ['football.half_time_full_time', 'football.highest_half'].map(typeOf)
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.tuple(scores, scores),
        fc.boolean(),
        fc.nat(8),
        (type, [one, two], isFirstOver, pick) => {
          const second: SetScore = isFirstOver ? two : [0, 0]
          const at = (half1: SetScore, half2: SetScore, over: [boolean, boolean]): MatchState['counts'] => ({
            'goals.half1': { home: half1[0], away: half1[1], over: over[0] },
            'goals.half2': { home: half2[0], away: half2[1], over: over[1] },
            'goals.full': { home: half1[0] + half2[0], away: half1[1] + half2[1], over: over[1] },
          })
          const grown = ([home, away]: SetScore) =>
            few.flatMap((a) => few.map((b): SetScore => [home + a, away + b]))
          const ends = (isFirstOver ? [one as SetScore] : grown(one)).flatMap((half1) =>
            grown(second).map((half2): MatchState => ({
              sport: 'football',
              ending: 'finished',
              counts: at(half1, half2, [true, true]),
            })),
          )
          const ref = { type: type.id, period: 'full' } as const
          const outcome = type.outcomes[pick % type.outcomes.length] ?? ''
          const now: MatchState = {
            sport: 'football',
            ending: 'running',
            counts: at(one, second, [isFirstOver, false]),
          }
          expect(found(ref, outcome, now)).toEqual(named(ref, outcome, ends))
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('a tennis match over three sets', () => {
  const WON: readonly SetScore[] = [[6, 0], [6, 1], [6, 2], [6, 3], [6, 4], [7, 5], [7, 6]] // prettier-ignore
  const LONG = Array.from({ length: 40 }, (_, more): SetScore => [8 + more, 6 + more])
  const both = (won: readonly SetScore[]) => won.flatMap(([a, b]): SetScore[] => [[a, b], [b, a]]) // prettier-ignore
  /** The last set may be played out; one that has not begun may be a match tie-break, which counts one game. */
  const finals = ([home, away]: SetScore, isLast: boolean): SetScore[] =>
    both([...WON, ...(isLast ? LONG : []), ...(isLast && home + away === 0 ? [[1, 0] as const] : [])]).filter(
      ([a, b]) => a >= home && b >= away,
    )

  type End = { readonly sets: SetScore; readonly games: SetScore }
  const endsFrom = ({ sets, games }: End, open: SetScore): End[] => {
    if (Math.max(...sets) === 2) return [{ sets, games }]
    const next = finals(open, sets[0] + sets[1] === 2).map(([a, b]): End => ({
      sets: a > b ? [sets[0] + 1, sets[1]] : [sets[0], sets[1] + 1],
      games: [games[0] + a, games[1] + b],
    }))
    const once = [...new Map(next.map((end) => [JSON.stringify(end), end])).values()]
    const all = once.flatMap((end) => endsFrom(end, [0, 0]))
    return [...new Map(all.map((end) => [JSON.stringify(end), end])).values()]
  }

  const played = [
    { what: 'before the start', sets: [] },
    { what: 'early in the first set', sets: [[2, 1]] },
    { what: 'late in the first set', sets: [[6, 6]] },
    { what: 'after the first set', sets: [[6, 3]] },
    { what: 'in the second set, away ahead', sets: [[3, 6], [1, 4]] },
    { what: 'level after two sets', sets: [[6, 3], [4, 6]] },
    { what: 'in the last set', sets: [[6, 3], [4, 6], [5, 3]] },
    { what: 'late in the last set', sets: [[7, 6], [6, 7], [8, 8]] },
  ] as const // prettier-ignore

  const isOver = ([home, away]: SetScore) => both(WON).some(([a, b]) => a === home && b === away)
  const endState = ({ sets, games }: End): MatchState => ({
    sport: 'tennis',
    ending: 'finished',
    counts: {
      'sets.full': { home: sets[0], away: sets[1], over: true },
      'games.full': { home: games[0], away: games[1], over: true },
    },
  })

  test.each(played)('$what can end as its sets can, and no other way', ({ sets }) => {
    const state = setMatchState({
      sport: 'tennis',
      ending: 'running',
      bestOf: 3,
      sets,
      decider: sets.length < 3 ? 'unknown' : undefined,
    })
    const done = sets.filter(isOver)
    const open = sets.find((score) => !isOver(score)) ?? [0, 0]
    const won = (side: 0 | 1) => done.filter((score) => score[side] > score[(1 - side) as 0 | 1]).length
    const games = (side: 0 | 1) => done.reduce((sum, score) => sum + score[side], 0)
    const ends = endsFrom({ sets: [won(0), won(1)], games: [games(0), games(1)] }, open)
    const missing: string[] = []
    const check = (ref: MarketRef, value?: (end: End) => number) => {
      if (checkMarket(ref) !== undefined) return
      // Endings with equal values resolve alike: one of each is enough.
      const byValue = new Map(ends.map((end) => [value ? value(end) : end, end]))
      const values = value ? ends.map(value) : []
      const states = [...byValue.values()].map(endState)
      const line = (ref.lineQuarters ?? 0) / 4
      const isInside =
        ref.type.endsWith('odd_even') ||
        (value !== undefined && line > Math.min(...values) && line < Math.max(...values))
      for (const outcome of typeOf(ref.type).outcomes) {
        const [own, expected] = [found(ref, outcome, state), named(ref, outcome, states)]
        // Between the bounds any number is possible, odd or even.
        const isRight = isInside ? expected.every((one) => own.includes(one)) : own.join() === expected.join()
        if (!isRight)
          missing.push(`${ref.type} ${line} ${outcome}: ${own.join('/')}, not ${expected.join('/')}`)
      }
    }
    const at = (name: string, more: Partial<MarketRef> = {}): MarketRef => ({
      type: `tennis.${name}`,
      period: 'full',
      ...more,
    })
    for (const name of ['winner', 'correct_score', 'odd_even']) check(at(name))
    for (const lineQuarters of [-6, -2, 2, 6, 10]) {
      check(at('set_handicap', { lineQuarters }))
      check(at('total_sets', { lineQuarters }))
    }
    for (let half = -27; half <= 90; half += 3) {
      const lineQuarters = half * 2
      check(at('total', { lineQuarters }), (end) => end.games[0] + end.games[1])
      check(at('handicap', { lineQuarters }), (end) => end.games[1] - end.games[0])
      for (const side of ['home', 'away'] as const)
        check(at('team_total', { lineQuarters, side }), (end) => end.games[side === 'home' ? 0 : 1])
    }
    expect(missing).toEqual([])
  })
})
