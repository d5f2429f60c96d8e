import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolveOutcome } from '../markets/resolve.ts'
import { LOST, VOID, WON } from '../resolution.ts'
import { fightState } from './fight-state.ts'
import { frameMatchState } from './frame-state.ts'
import { periodMatchState } from './period-state.ts'
import { setMatchState } from './set-state.ts'

describe('a match in periods', () => {
  const quarters = [
    { home: 28, away: 23 },
    { home: 20, away: 23 },
    { home: 28, away: 22 },
    { home: 36, away: 27 },
  ]

  test('sums quarters to halves and the match, overtime only to the match', () => {
    const { counts } = periodMatchState({
      sport: 'basketball',
      stat: 'points',
      ending: 'finished',
      periods: quarters,
      extra: { home: 10, away: 12 },
    })
    expect(counts['points.half1']).toEqual({ home: 48, away: 46, over: true })
    expect(counts['points.full']).toEqual({ home: 112, away: 95, over: true })
    expect(counts['points.all']).toEqual({ home: 122, away: 107, over: true })
  })

  test('a period is over when the next has begun', () => {
    const { counts } = periodMatchState({
      sport: 'basketball',
      stat: 'points',
      ending: 'running',
      periods: quarters.slice(0, 3),
      isLastOpen: true,
    })
    expect(counts['points.quarter2']?.over).toBe(true)
    expect(counts['points.quarter3']?.over).toBe(false)
    expect(counts['points.half1']?.over).toBe(true)
    expect(counts['points.full']?.over).toBe(false)
  })

  test.each(['running', 'abandoned', 'shortened'] as const)(
    'a match that is %s has its last period open, unless told otherwise',
    (ending) => {
      const match = { sport: 'basketball', stat: 'points', ending, periods: quarters.slice(0, 2) } as const
      expect(periodMatchState(match).counts['points.quarter2']?.over).toBe(false)
      expect(periodMatchState(match).counts['points.half1']?.over).toBe(false)
      expect(periodMatchState(match).counts['points.quarter1']?.over).toBe(true)
      const reported = periodMatchState({ ...match, isLastOpen: false }).counts
      expect(reported['points.half1']?.over).toBe(true)
      const extra = periodMatchState({ ...match, periods: quarters, extra: { home: 2, away: 0 } }).counts
      expect([extra['points.full']?.over, extra['points.all']?.over]).toEqual([true, false])
    },
  )

  test('incomplete quarters, or quarters that do not add up to the score, decide nothing: only the score does', () => {
    const finished = { sport: 'basketball', stat: 'points', ending: 'finished' } as const
    const total = { all: { home: 81, away: 79 } }
    const short = periodMatchState({ ...finished, periods: quarters.slice(0, 3) })
    expect(short).toMatchObject({ counts: {}, unresolvable: 'parts_missing' })
    expect(periodMatchState({ ...finished, periods: [], total })).toMatchObject({
      counts: { 'points.all': { home: 81, away: 79, over: true } },
      unresolvable: 'parts_missing',
    })
    const other = periodMatchState({ ...finished, periods: quarters, total })
    expect(other.unresolvable).toBe('parts_differ')
    expect(Object.keys(other.counts)).toEqual(['points.all'])
    const halves = periodMatchState({ ...finished, periods: quarters.slice(0, 2), isInHalves: true })
    expect(halves.counts['points.half2']).toEqual({ home: 20, away: 23, over: true })
    expect(halves.counts['points.quarter1']).toBeUndefined()
  })

  test('uncounted parts of an abandoned match are not void: they may have been decided', () => {
    const total = { all: { home: 20, away: 18 } }
    const match = { sport: 'basketball', stat: 'points', ending: 'abandoned', periods: [] } as const
    const ref = { type: 'basketball.total', period: 'quarter1', lineQuarters: 122 } as const
    expect(resolveOutcome(ref, 'over', periodMatchState({ ...match, total }))).toBeUndefined()
    expect(resolveOutcome(ref, 'over', periodMatchState(match))).toBe(VOID)
  })

  test('refuses periods the sport does not have', () => {
    const five = [...quarters, { home: 1, away: 1 }]
    const match = { sport: 'basketball', stat: 'points', ending: 'finished' } as const
    expect(() => periodMatchState({ ...match, periods: five })).toThrow('not the periods')
    expect(() => periodMatchState({ ...match, periods: [{ home: -1, away: 0 }] })).toThrow('whole')
    expect(() => periodMatchState({ ...match, sport: 'tennis', periods: [] })).toThrow('not the periods')
  })
})

describe('a match in sets', () => {
  const tennis = { sport: 'tennis', ending: 'retired', winner: 'home', bestOf: 3 } as const
  const total = (line: number) => ({ type: 'tennis.total', period: 'full', lineQuarters: line * 4 }) as const

  test('a finished set counts when the opponent retires, the open one does not', () => {
    const state = setMatchState({
      ...tennis,
      sets: [
        [6, 4],
        [2, 3],
      ],
    })
    expect(resolveOutcome({ type: 'tennis.set_winner', period: 'set1' }, 'home', state)).toBe(WON)
    expect(resolveOutcome({ type: 'tennis.set_winner', period: 'set2' }, 'home', state)).toBe(VOID)
    expect(resolveOutcome({ type: 'tennis.winner', period: 'full' }, 'away', state)).toBe(LOST)
  })

  test('a total that any end of the match must pass is decided, one it might not pass is void', () => {
    const state = setMatchState({
      ...tennis,
      sets: [
        [6, 4],
        [2, 3],
      ],
    })
    // The shortest end from here is 6–4 6–3: 19 games.
    expect(resolveOutcome(total(18.5), 'over', state)).toBe(WON)
    expect(resolveOutcome(total(18.5), 'under', state)).toBe(LOST)
    expect(resolveOutcome(total(19.5), 'over', state)).toBe(VOID)
  })

  test('the least total is reached by an actual shortest end and never passed by another', () => {
    const points = fc.nat(24)
    fc.assert(
      fc.property(points, points, (home, away) => {
        fc.pre(Math.max(home, away) < 25)
        const state = setMatchState({
          sport: 'volleyball',
          ending: 'running',
          sets: [[home, away]],
          bestOf: 5,
        })
        const shortest = Math.max(25, Math.min(home, away) + 2) + Math.min(home, away)
        expect(state.counts['points.set1']?.min).toBe(Math.max(shortest, home + away))
      }),
    )
  })

  test('counts sets and points of a finished match', () => {
    const state = setMatchState({
      sport: 'volleyball',
      ending: 'finished',
      sets: [
        [25, 21],
        [27, 29],
        [19, 25],
        [25, 19],
        [10, 15],
      ],
    })
    expect(state.counts['sets.full']).toEqual({ home: 2, away: 3, over: true })
    expect(state.counts['points.full']).toMatchObject({ home: 106, away: 109, over: true })
  })

  const winner = { type: 'tennis.winner', period: 'full' } as const
  test.each([
    { what: 'leads', sets: [[6, 4], [2, 3]], expected: undefined }, // prettier-ignore
    { what: 'leads within the first set', sets: [[4, 2]], expected: VOID },
  ] as const)(
    'a player who $what is not the winner of an abandoned match without a named winner',
    ({ sets, expected }) => {
      const state = setMatchState({ sport: 'tennis', ending: 'retired', sets })
      expect(resolveOutcome(winner, 'home', state)).toBe(expected)
    },
  )

  test('unknown sets are waited for, and known ones decide what they can', () => {
    const retired = { sport: 'tennis', ending: 'retired', winner: 'away', sets: [] } as const
    const alone = setMatchState({ ...retired, total: { home: 1, away: 0 } })
    expect(resolveOutcome(winner, 'away', alone)).toBe(WON)
    expect(resolveOutcome(total(12.5), 'over', alone)).toBeUndefined()
    expect(resolveOutcome(winner, 'away', setMatchState({ ...retired, total: null }))).toBeUndefined()
  })

  test('a total is decided early in every form of the match, or not at all', () => {
    const scores = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 60 }), (all, line) => {
        const match = { sport: 'tennis', ending: 'retired', winner: 'home', sets: all } as const
        fc.pre(all.slice(0, -1).every(([home, away]) => home !== away))
        const resolved = (bestOf?: 3 | 5) =>
          resolveOutcome(total(line + 0.5), 'over', setMatchState({ ...match, bestOf }))
        const won = (place: number) => all.slice(0, place).filter(([home, away]) => home > away).length
        // Not of a match that is over in three sets.
        fc.pre(all.length < 3 || won(2) === 1)
        const isSame = resolved() !== WON || (resolved(3) === WON && resolved(5) === WON)
        expect(isSame).toBe(true)
      }),
    )
  })

  test.each([
    { last: [10, 7], decider: 'unknown', games: 21 },
    { last: [12, 10], decider: 'unknown', games: 21 },
    { last: [1, 0], decider: 'tie_break', games: 21 },
    { last: [6, 3], decider: 'unknown', games: 29 },
    { last: [10, 8], decider: undefined, games: 38 },
  ] as const)('a last set of $last that is $decider makes $games games', ({ last, decider, games }) => {
    const sets = [[6, 4], [4, 6], last] as const // prettier-ignore
    const { counts } = setMatchState({ sport: 'tennis', ending: 'finished', sets, decider })
    expect((counts['games.full']?.home ?? 0) + (counts['games.full']?.away ?? 0)).toBe(games)
    expect(counts['sets.full']).toEqual({ home: 2, away: 1, over: true })
    const live = setMatchState({
      sport: 'tennis',
      ending: 'running',
      sets: [...sets.slice(0, 2), [5, 3]],
      decider,
    })
    expect(live.counts['games.full']?.min).toBe(decider ? 21 : 29)
  })

  const ended = { sport: 'tennis', bestOf: 3, sets: [[0, 0]] } as const
  test.each(['cancelled', 'postponed', 'abandoned', 'retired'] as const)(
    'one that is %s before its first point passes no line',
    (ending) => {
      const state = setMatchState({ ...ended, ending })
      const totals = [
        total(11.5),
        { ...total(5.5), type: 'tennis.total', period: 'set1' },
        { type: 'tennis.total_sets', period: 'full', lineQuarters: 6 },
      ] as const
      for (const ref of totals) expect(resolveOutcome(ref, 'over', state)).toBe(VOID)
      const begun = setMatchState({ ...ended, sets: [[1, 0]], ending })
      for (const ref of totals) expect(resolveOutcome(ref, 'over', begun)).toBe(WON)
    },
  )

  test('a listed set that never began is not under way once the match has ended', () => {
    const sets = [[6, 4], [0, 0]] as const // prettier-ignore
    const state = setMatchState({ sport: 'tennis', ending: 'abandoned', sets })
    const ofSet = { type: 'tennis.total', period: 'set2', lineQuarters: 22 } as const
    expect(resolveOutcome(ofSet, 'over', state)).toBe(VOID)
    expect(resolveOutcome(total(10.5), 'over', state)).toBe(VOID)
    expect(resolveOutcome(total(9.5), 'over', state)).toBe(WON)
  })

  test.each([
    [[]],
    [
      [
        [25, 0],
        [25, 0],
        [25, 0],
      ],
    ],
  ] as const)(
    // prettier-ignore
    'a walk-over counts nothing, whatever was awarded: %j',
    (sets) => {
      const awarded = { sets, ...(sets.length === 0 ? { total: { home: 3, away: 0 } } : {}) }
      const state = setMatchState({ sport: 'volleyball', ending: 'walkover', winner: 'home', ...awarded })
      const refs = [
        ['volleyball.total_sets', 'over', 10],
        ['volleyball.total', 'over', 200],
        ['volleyball.correct_score', '1-3', undefined],
        ['volleyball.winner', 'home', undefined],
      ] as const
      for (const [type, outcome, line] of refs) {
        const ref = { type, period: 'full', ...(line === undefined ? {} : { lineQuarters: line }) } as const
        expect(resolveOutcome(ref, outcome, state)).toBe(VOID)
      }
    },
  )

  test('a score awarded by default proves no set: the winner is waited for', () => {
    const match = { sport: 'table_tennis', ending: 'disqualified', winner: 'away' } as const
    const given = setMatchState({ ...match, sets: [], total: { home: 0, away: 3 } })
    const ref = { type: 'table_tennis.winner', period: 'full' } as const
    const sets = { type: 'table_tennis.total_sets', period: 'full', lineQuarters: 10 } as const
    expect(resolveOutcome(ref, 'away', given)).toBeUndefined()
    expect(resolveOutcome(sets, 'over', given)).toBeUndefined()
    const team = setMatchState({ ...match, sport: 'volleyball', sets: [], total: { home: 0, away: 3 } })
    expect(resolveOutcome({ type: 'volleyball.winner', period: 'full' }, 'away', team)).toBe(VOID)
    const played = setMatchState({ ...match, sets: [[4, 11], [1, 0]] }) // prettier-ignore
    expect(resolveOutcome(ref, 'away', played)).toBe(WON)
  })

  test('refuses a finished set with a level score', () => {
    const tennis3 = { sport: 'tennis', bestOf: 3 } as const
    const padded = [
      [6, 4],
      [6, 2],
      [0, 0],
    ] as const
    expect(() => setMatchState({ ...tennis3, ending: 'finished', sets: padded })).toThrow('level_set: set 3')
    const level = [
      [6, 4],
      [5, 5],
      [2, 0],
    ] as const
    for (const ending of ['finished', 'running', 'retired'] as const)
      expect(() => setMatchState({ ...tennis3, ending, sets: level })).toThrow('level_set: set 2')
    expect(
      setMatchState({ ...tennis3, ending: 'retired', sets: level.slice(0, 2) }).counts['sets.full'],
    ).toMatchObject({ home: 1, away: 0 })
  })

  test('refuses eight sets and half points', () => {
    const match = { sport: 'volleyball', ending: 'finished' } as const
    expect(() =>
      setMatchState({ ...match, sets: Array.from({ length: 8 }, () => [25, 0] as const) }),
    ).toThrow('7 sets')
    expect(() => setMatchState({ ...match, sets: [[25, 0.5]] })).toThrow('whole counts')
  })
})

describe('a match in frames', () => {
  const frames = [
    [70, 10],
    [0, 82],
    [64, 60],
  ] as const
  const state = frameMatchState({
    bestOf: 5,
    ending: 'running',
    frames: [...frames, [12, 3]],
    isLastOpen: true,
  })

  test('counts frames won and keeps the open one open', () => {
    expect(state.counts['frames.full']).toEqual({ home: 2, away: 1, over: false, min: 4, max: 5 })
    expect(resolveOutcome({ type: 'snooker.frame_winner', period: 'frame2' }, 'away', state)).toBe(WON)
    expect(resolveOutcome({ type: 'snooker.frame_winner', period: 'frame4' }, 'home', state)).toBeUndefined()
    expect(resolveOutcome({ type: 'snooker.total', period: 'full', lineQuarters: 14 }, 'over', state)).toBe(
      WON,
    )
  })

  test('known frames decide the match, and unknown ones are waited for', () => {
    const won = frameMatchState({ ending: 'finished', frames: [], total: { home: 5, away: 1 } })
    expect(resolveOutcome({ type: 'snooker.winner', period: 'full' }, 'home', won)).toBe(WON)
    expect(resolveOutcome({ type: 'snooker.frame_winner', period: 'frame1' }, 'home', won)).toBeUndefined()
    expect(won.unresolvable).toBe('parts_missing')
  })

  test.each(['walkover', 'cancelled', 'abandoned', 'retired'] as const)(
    'a match that is %s before its first frame passes no line',
    (ending) => {
      const nothing = frameMatchState({ bestOf: 19, ending, frames: [], total: { home: 0, away: 0 } })
      const ref = { type: 'snooker.total', period: 'full', lineQuarters: 38 } as const
      expect(resolveOutcome(ref, 'over', nothing)).toBe(VOID)
      expect(resolveOutcome(ref, 'under', nothing)).toBe(VOID)
      expect(frameMatchState({ bestOf: 19, ending: 'running', frames: [] }).counts).toMatchObject({
        'frames.full': { min: 10 },
      })
    },
  )

  test('refuses an even number of frames and a level frame', () => {
    expect(() => frameMatchState({ bestOf: 4, ending: 'running', frames: [] })).toThrow('best of 4')
    expect(() => frameMatchState({ bestOf: 5, ending: 'running', frames: [[9, 9]] })).toThrow('level')
    expect(() => frameMatchState({ bestOf: 5, ending: 'running', frames: [[9, -1]] })).toThrow('whole')
  })
})

describe('a fight', () => {
  const total = (line: number) =>
    ({ type: 'boxing.total_rounds', period: 'full', lineQuarters: line * 4 }) as const

  test('a stoppage late in the fifth is over 4.5 rounds, an early one is under', () => {
    const stopped = (isPastHalf: boolean) =>
      fightState({ result: 'knockout', winner: 'home', round: 5, isPastHalf })
    expect(resolveOutcome(total(4.5), 'over', stopped(true))).toBe(WON)
    expect(resolveOutcome(total(4.5), 'over', stopped(false))).toBe(LOST)
    expect(resolveOutcome({ type: 'boxing.ending_round', period: 'full' }, 'round5', stopped(false))).toBe(
      WON,
    )
  })

  test('a decision goes the distance, a no contest gives everything back', () => {
    const decided = fightState({ result: 'decision', winner: 'draw', rounds: 12 })
    expect(resolveOutcome({ type: 'boxing.distance', period: 'full' }, 'yes', decided)).toBe(WON)
    expect(resolveOutcome({ type: 'boxing.winner', period: 'full' }, 'home', decided)).toBe(VOID)
    expect(resolveOutcome(total(4.5), 'over', fightState({ result: 'no_contest' }))).toBe(VOID)
    expect(() => fightState({ result: 'decision', winner: 'home', rounds: 0 })).toThrow('no round')
  })
})
