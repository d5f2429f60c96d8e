import { describe, expect, test } from 'vitest'
import { HALF_LOST, LOST, VOID, WON, type Resolution } from '../resolution.ts'
import { HOUSE_ENDINGS, type EndingRules } from './endings.ts'
import { lineQuarters } from './lines.ts'
import type { MarketRef } from './market-type.ts'
import { resolveOutcome } from './resolve.ts'
import type { Count, CountKey, Ending, MatchState } from './state.ts'

type Score = readonly [home: number, away: number]
type Counts = Readonly<Partial<Record<CountKey, Score>>>

const counted = (counts: Counts, over: boolean): MatchState['counts'] =>
  Object.fromEntries(
    Object.entries(counts as Record<string, Score>).map(([key, [home, away]]): [string, Count] => [
      key,
      { home, away, over },
    ]),
  )

const football = (
  counts: Counts,
  ending: Ending = 'finished',
  more: Partial<MatchState> = {},
): MatchState => ({
  sport: 'football',
  ending,
  counts: counted(counts, ending === 'finished'),
  ...more,
})

const goals = (home: number, away: number, ending?: Ending) =>
  football({ 'goals.full': [home, away] }, ending)

const at = (type: string, more: Partial<MarketRef> = {}): MarketRef => ({ type, period: 'full', ...more })

describe('a football match', () => {
  test.each<[MarketRef, string, MatchState, Resolution | undefined]>([
    [at('football.draw_no_bet'), 'home', goals(2, 1), WON],
    [at('football.draw_no_bet'), 'away', goals(2, 1), LOST],
    [at('football.draw_no_bet'), 'away', goals(1, 1), VOID],
    [at('football.european_handicap', { lineQuarters: -4 }), 'draw', goals(2, 1), WON],
    [at('football.european_handicap', { lineQuarters: -4 }), 'home', goals(2, 1), LOST],
    [at('football.european_handicap', { lineQuarters: 4 }), 'home', goals(1, 1), WON],
    [at('football.asian_handicap', { lineQuarters: 3 }), 'away', goals(1, 2), { won: 1, refunded: 1, of: 2 }],
    [at('football.asian_handicap', { lineQuarters: -1 }), 'home', goals(1, 1), HALF_LOST],
    [at('football.team_total', { lineQuarters: 6, side: 'away' }), 'over', goals(0, 2), WON],
    [at('football.team_total', { lineQuarters: 6, side: 'home' }), 'over', goals(0, 2), LOST],
    [at('football.exact_goals'), '2', goals(2, 1, 'running'), LOST],
    [at('football.exact_goals'), '3', goals(2, 1, 'running'), undefined],
    [at('football.exact_goals'), '3', goals(2, 1), WON],
    [at('football.exact_goals'), '6+', goals(3, 3, 'running'), WON],
    [at('football.exact_goals'), '6+', goals(3, 2), LOST],
    [at('football.odd_even'), 'odd', goals(1, 2), WON],
    [at('football.odd_even'), 'odd', goals(2, 1), WON],
    [at('football.odd_even'), 'even', goals(2, 1), LOST],
    [at('football.odd_even'), 'even', goals(0, 0), WON],
    [at('football.both_score'), 'yes', goals(1, 1, 'running'), WON],
    [at('football.both_score'), 'no', goals(1, 1, 'running'), LOST],
    [at('football.both_score'), 'yes', goals(3, 0, 'running'), undefined],
    [at('football.both_score'), 'no', goals(3, 0), WON],
    [at('football.both_score'), 'no', goals(0, 3), WON],
    [at('football.correct_score'), '2-1', goals(2, 2, 'running'), LOST],
    [at('football.correct_score'), '2-1', goals(1, 1, 'running'), undefined],
    [at('football.correct_score'), '2-1', goals(2, 1), WON],
    [at('football.correct_score'), 'other_away', goals(1, 5), WON],
    [
      at('football.to_qualify', { period: 'all' }),
      'home',
      football({ 'goals.all': [2, 1] }, 'running'),
      undefined,
    ],
    [at('football.half_time_full_time'), 'home/home', goals(1, 0), undefined],
    [at('football.highest_half'), 'half1', goals(1, 0), undefined],
  ])('%j %s', (ref, outcome, state, expected) => {
    expect(resolveOutcome(ref, outcome, state)).toEqual(expected)
  })

  const halves = (first: Score, second: Score, ending: Ending): MatchState => ({
    ...football({ 'goals.half2': second }, ending),
    counts: {
      ...counted({ 'goals.half1': first }, true),
      ...counted(
        { 'goals.half2': second, 'goals.full': [first[0] + second[0], first[1] + second[1]] },
        ending === 'finished',
      ),
    },
  })

  test.each<[string, MatchState, Resolution | undefined]>([
    ['half1', halves([1, 1], [1, 0], 'running'), undefined],
    ['half2', halves([1, 1], [1, 2], 'running'), WON],
    ['half1', halves([1, 1], [0, 3], 'running'), LOST],
    ['half1', halves([1, 1], [1, 0], 'finished'), WON],
    ['half2', halves([1, 0], [0, 2], 'finished'), WON],
    ['equal', halves([0, 2], [1, 1], 'finished'), WON],
    ['equal', halves([0, 1], [2, 0], 'finished'), LOST],
    ['half2', football({ 'goals.half1': [0, 0], 'goals.full': [0, 0] }), undefined],
    ['half2', football({ 'goals.half2': [1, 0], 'goals.full': [1, 0] }), undefined],
  ])('has %s as its half of more goals', (outcome, state, expected) => {
    expect(resolveOutcome(at('football.highest_half'), outcome, state)).toEqual(expected)
  })

  test('that was abandoned waits for missing counts, and voids by given ones', () => {
    const broken = football({ 'goals.full': [1, 0] }, 'abandoned', { unresolvable: 'parts_missing' })
    expect(resolveOutcome(at('football.1x2'), 'home', broken)).toBe(VOID)
    expect(resolveOutcome(at('football.1x2', { period: 'half1' }), 'home', broken)).toBeUndefined()
    expect(resolveOutcome(at('football.1x2', { period: 'half1' }), 'home', football({}, 'abandoned'))).toBe(
      VOID,
    )
  })

  test('is not settled by a negative count of the away side either', () => {
    expect(() => resolveOutcome(at('football.1x2'), 'home', goals(0, -1))).toThrow('not negative')
  })
})

describe('an officially decided result', () => {
  const fight = (said: Partial<MatchState>, over = true): MatchState => ({
    sport: 'boxing',
    ending: over ? 'finished' : 'running',
    counts: { 'rounds.full': { home: 5, away: 0, over } },
    ...said,
  })
  const stopped = { winner: 'home', method: 'knockout', endedInRound: 6 } as const

  test.each<[string, string, MatchState, Resolution | undefined]>([
    ['boxing.distance', 'no', fight(stopped), WON],
    ['boxing.distance', 'yes', fight({ winner: 'home', method: 'decision' }), WON],
    ['boxing.distance', 'no', fight({ winner: 'home' }), undefined],
    ['boxing.distance', 'no', fight(stopped, false), undefined],
    ['boxing.method', 'home_knockout', fight(stopped), WON],
    ['boxing.method', 'draw', fight({ winner: 'draw', method: 'decision' }), WON],
    ['boxing.method', 'home_knockout', fight({ method: 'knockout' }), undefined],
    ['boxing.method', 'home_knockout', fight({ winner: 'home' }), undefined],
    ['boxing.method', 'home_knockout', fight(stopped, false), undefined],
    ['boxing.ending_round', 'round6', fight(stopped), WON],
    ['boxing.ending_round', 'round5', fight(stopped), LOST],
    ['boxing.ending_round', 'decision', fight({ winner: 'home', method: 'decision' }), WON],
    ['boxing.ending_round', 'round6', fight({ winner: 'home', method: 'decision' }), LOST],
    ['boxing.ending_round', 'round6', fight({ winner: 'home', endedInRound: 6 }), undefined],
    ['boxing.ending_round', 'round6', fight({ winner: 'home', method: 'knockout' }), undefined],
    ['boxing.ending_round', 'round6', fight(stopped, false), undefined],
    ['boxing.1x2', 'home', fight(stopped, false), undefined],
  ])('%s %s', (type, outcome, state, expected) => {
    expect(resolveOutcome(at(type), outcome, state)).toEqual(expected)
  })

  test('settles no cricket match in play', () => {
    const state: MatchState = {
      sport: 'cricket',
      ending: 'running',
      counts: { 'runs.full': { home: 180, away: 20, over: false } },
    }
    expect(resolveOutcome(at('cricket.1x2'), 'home', state)).toBeUndefined()
  })
})

describe('the winner of an early ended match', () => {
  const early = (
    sport: 'tennis' | 'volleyball' | 'boxing' | 'baseball',
    ending: Ending,
    more: Partial<MatchState> = {},
  ): MatchState => ({ sport, ending, counts: {}, ...more })
  const sets = (home: number, away: number) => ({ counts: counted({ 'sets.full': [home, away] }, false) })
  const runs = (home: number, away: number) => ({ counts: counted({ 'runs.all': [home, away] }, false) })

  test.each<[what: string, state: MatchState, home: Resolution | undefined, away: Resolution | undefined]>([
    ['before a set was played', early('tennis', 'retired', { winner: 'home', ...sets(0, 0) }), VOID, VOID],
    ['after a set of either', early('tennis', 'retired', { winner: 'away', ...sets(1, 1) }), LOST, WON],
    ['after the first set', early('tennis', 'retired', { winner: 'away', ...sets(0, 1) }), LOST, WON],
    ['where nobody says who goes on', early('tennis', 'retired', sets(1, 0)), undefined, undefined],
    ['without any set counted', early('tennis', 'retired', { winner: 'home' }), VOID, VOID],
    ['of sets that nobody said', early('tennis', 'retired', { winner: 'home', unresolvable: 'parts_missing' }), undefined, undefined],
    ['of sets that nobody said, but the result', early('tennis', 'retired', { winner: 'home', unresolvable: 'parts_missing', ...sets(1, 0) }), WON, LOST],
    ['by a default that the rules void', early('volleyball', 'disqualified', { winner: 'home', ...sets(2, 0) }), VOID, VOID],
    ['before the first bell rang', early('boxing', 'retired', { winner: 'home', unresolvable: 'parts_missing' }), WON, LOST],
    ['without a winner of the fight', early('boxing', 'retired', { winner: 'draw' }), VOID, VOID],
    ['by rain, with a side ahead', early('baseball', 'shortened', runs(3, 5)), LOST, WON],
    ['by rain, level', early('baseball', 'shortened', runs(4, 4)), VOID, VOID],
    ['by rain, before anybody counted', early('baseball', 'shortened'), undefined, undefined],
    ['in a way that no rule names', early('tennis', 'abandoned', { winner: 'home', ...sets(1, 0) }), VOID, VOID],
  ])('%s', (_, state, home, away) => {
    const ref = at(`${state.sport}.winner`, { period: state.sport === 'baseball' ? 'all' : 'full' })
    expect([resolveOutcome(ref, 'home', state), resolveOutcome(ref, 'away', state)]).toEqual([home, away])
  }) // prettier-ignore

  test('is stated by the operator', () => {
    const rules: EndingRules = { tennis: { retired: 'void' } }
    const state = early('tennis', 'retired', { winner: 'home', ...sets(1, 0) })
    expect(resolveOutcome(at('tennis.winner'), 'home', state, rules)).toBe(VOID)
    expect(resolveOutcome(at('tennis.winner'), 'home', state, HOUSE_ENDINGS)).toBe(WON)
  })
})

test('a line of a thousand is the maximum, and none is minus zero', () => {
  expect([lineQuarters(1000), lineQuarters(-1000)]).toEqual([4000, -4000])
  expect([lineQuarters(1000.25), lineQuarters(-1000.25)]).toEqual([undefined, undefined])
  expect(Object.is(lineQuarters(-0), 0)).toBe(true)
})
