import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSetOver, minSetTotals, SET_RULES, setFinals, type SetScore, type SetSport } from './set-score.ts'
import { setMatchState, type SetMatch } from './set-state.ts'

const mirrored = ([home, away]: SetScore): SetScore => [away, home]

describe('a set', () => {
  test.each([
    ['tennis', [6, 4], true],
    ['tennis', [6, 5], false],
    ['tennis', [7, 5], true],
    ['tennis', [6, 6], false],
    ['tennis', [7, 6], true],
    ['badminton', [21, 19], true],
    ['badminton', [21, 20], false],
    ['badminton', [29, 28], false],
    ['badminton', [30, 29], true],
    ['badminton', [30, 30], false],
    ['table_tennis', [11, 10], false],
    ['table_tennis', [12, 10], true],
    ['volleyball', [15, 13], false],
    ['volleyball', [24, 0], false],
    ['volleyball', [25, 24], false],
    ['volleyball', [31, 29], true],
  ] as const)('of %s at %j is over: %s', (sport, score, isOver) => {
    expect(isSetOver(score, SET_RULES[sport], false)).toBe(isOver)
    expect(isSetOver(mirrored(score), SET_RULES[sport], false)).toBe(isOver)
  })

  test('that is the last one of a volleyball match goes to 15', () => {
    expect(isSetOver([15, 13], SET_RULES.volleyball, true)).toBe(true)
    expect(isSetOver([15, 14], SET_RULES.volleyball, true)).toBe(false)
    expect(isSetOver([11, 9], SET_RULES.table_tennis, true)).toBe(true)
  })

  const written = (finals: readonly SetScore[]) => finals.map((score) => score.join('-')).sort()

  test('of tennis ends in one of fourteen scores', () => {
    const won = ['6-0', '6-1', '6-2', '6-3', '6-4', '7-5', '7-6']
    const lost = ['0-6', '1-6', '2-6', '3-6', '4-6', '5-7', '6-7']
    expect(written(setFinals([0, 0], SET_RULES.tennis, false))).toEqual([...lost, ...won].sort())
  })

  test('of tennis that is the last one may be played out, or end in a tie-break', () => {
    const finals = written(setFinals([6, 5], SET_RULES.tennis, true))
    expect(finals).toEqual(expect.arrayContaining(['7-5', '7-6', '6-7', '8-6', '6-8', '22-20']))
    expect(finals).not.toContain('8-7')
    // Isner and Mahut, Wimbledon 2010: 70-68.
    expect(written(setFinals([68, 68], SET_RULES.tennis, true))).toEqual(
      expect.arrayContaining(['70-68', '68-70']),
    )
  })

  /** Every end that is reached by playing on point by point, up to this many points of the winner. */
  const playedOut = (from: SetScore, isOver: (score: SetScore) => boolean, max: number): string[] => {
    const found = new Set<string>()
    const seen = new Set<string>()
    const play = (score: SetScore): void => {
      const name = score.join('-')
      if (seen.has(name) || Math.max(...score) > max) return
      seen.add(name)
      if (isOver(score)) return void found.add(name)
      play([score[0] + 1, score[1]])
      play([score[0], score[1] + 1])
    }
    play(from)
    return [...found].sort()
  }

  const sets = fc.constantFrom<readonly [SetSport, boolean]>(
    ['tennis', false],
    ['volleyball', false],
    ['volleyball', true],
    ['badminton', false],
    ['badminton', true],
    ['table_tennis', true],
  )
  const running = fc
    .tuple(sets, fc.nat(32), fc.nat(32))
    .map(([[sport, isLast], home, away]) => ({
      rules: SET_RULES[sport],
      isLast,
      score: [home, away] as const,
    }))
    .filter(({ rules, isLast, score: [home, away] }) => {
      const target = isLast ? (rules.lastTarget ?? rules.target) : rules.target
      return (
        Math.max(home, away) < target ||
        (Math.abs(home - away) <= 1 && Math.max(home, away) < (rules.cap ?? 33))
      )
    })

  test('ends in no score but those that playing on point by point can reach', () => {
    fc.assert(
      fc.property(running, ({ rules, isLast, score }) => {
        const finals = setFinals(score, rules, isLast).filter((end) => Math.max(...end) <= 36)
        expect(written(finals)).toEqual(playedOut(score, (now) => isSetOver(now, rules, isLast), 36))
      }),
      { numRuns: 60 },
    )
  })

  test('has as its smallest totals those of its shortest ends', () => {
    fc.assert(
      fc.property(running, ({ rules, isLast, score }) => {
        const finals = setFinals(score, rules, isLast)
        const shortest = (ends: readonly SetScore[]) => Math.min(...ends.map(([home, away]) => home + away))
        expect(minSetTotals(score, rules, isLast)).toEqual({
          home: shortest(finals.filter(([home, away]) => home > away)),
          away: shortest(finals.filter(([home, away]) => home < away)),
        })
      }),
      { numRuns: 60 },
    )
  })

  test('without a tie-break needs two games from 6-6, and none where more were counted than it takes', () => {
    expect(minSetTotals([6, 6], SET_RULES.tennis, true)).toEqual({ home: 14, away: 14 })
    expect(minSetTotals([9, 0], SET_RULES.tennis, false)).toEqual({ home: 9, away: 19 })
  })
})

describe('the sets of a match', () => {
  const tennis = (match: Partial<SetMatch> & Pick<SetMatch, 'sets'>): SetMatch => ({
    sport: 'tennis',
    ending: 'running',
    ...match,
  })
  const volleyball = (match: Partial<SetMatch> & Pick<SetMatch, 'sets'>): SetMatch => ({
    sport: 'volleyball',
    ending: 'running',
    ...match,
  })
  const even = [[6, 4], [4, 6]] as const // prettier-ignore

  test.each([
    {
      what: 'before its first game',
      match: tennis({ sets: [], bestOf: 3 }),
      counts: {
        'sets.full': { home: 0, away: 0, over: false, min: 2, max: 3 },
        'games.full': { home: 0, away: 0, over: false, min: 12 },
      },
    },
    {
      what: 'in its second set',
      match: tennis({ sets: [[6, 4], [2, 3]], bestOf: 3 }), // prettier-ignore
      counts: {
        'games.set1': { home: 6, away: 4, over: true },
        'games.set2': { home: 2, away: 3, over: false, min: 8 },
        'sets.full': { home: 1, away: 0, over: false, min: 2, max: 3 },
        'games.full': { home: 8, away: 7, over: false, min: 19 }, // 6-4 6-3
      },
    },
    {
      what: 'of which away is about to win the second set and the match',
      match: tennis({ sets: [[4, 6], [0, 5]], bestOf: 3 }), // prettier-ignore
      counts: {
        'games.set1': { home: 4, away: 6, over: true },
        'games.set2': { home: 0, away: 5, over: false, min: 6 },
        'sets.full': { home: 0, away: 1, over: false, min: 2, max: 3 },
        'games.full': { home: 4, away: 11, over: false, min: 16 }, // 4-6 0-6
      },
    },
    {
      what: 'between its second and its third set, of five',
      match: tennis({ sets: [[6, 4], [6, 3]], bestOf: 5 }), // prettier-ignore
      counts: {
        'games.set1': { home: 6, away: 4, over: true },
        'games.set2': { home: 6, away: 3, over: true },
        'sets.full': { home: 2, away: 0, over: false, min: 3, max: 5 },
        'games.full': { home: 12, away: 7, over: false, min: 25 },
      },
    },
    {
      what: 'that was broken off before the second set it lists',
      match: tennis({ sets: [[6, 4], [0, 0]], bestOf: 3, ending: 'retired' }), // prettier-ignore
      counts: {
        'games.set1': { home: 6, away: 4, over: true },
        'games.set2': { home: 0, away: 0, over: false },
        'sets.full': { home: 1, away: 0, over: false, min: 2, max: 3 },
        'games.full': { home: 6, away: 4, over: false, min: 16 },
      },
    },
    {
      what: 'of a form that nobody said, level in its second set',
      match: tennis({ sets: [[6, 4], [6, 6]] }), // prettier-ignore
      counts: {
        'games.set1': { home: 6, away: 4, over: true },
        'games.set2': { home: 6, away: 6, over: false, min: 13 },
        'sets.full': { home: 1, away: 0, over: false, min: 2 },
        'games.full': { home: 12, away: 10, over: false, min: 23 },
      },
    },
    {
      what: 'of a form that nobody said, level in sets',
      match: tennis({ sets: even }),
      counts: {
        'games.set1': { home: 6, away: 4, over: true },
        'games.set2': { home: 4, away: 6, over: true },
        'sets.full': { home: 1, away: 1, over: false, min: 3 },
        'games.full': { home: 10, away: 10, over: false, min: 26 },
      },
    },
    {
      what: 'of a form that nobody said, after its first set',
      match: tennis({ sets: [[6, 4]] }),
      counts: {
        'games.set1': { home: 6, away: 4, over: true },
        'sets.full': { home: 1, away: 0, over: false, min: 1 },
        'games.full': { home: 6, away: 4, over: false, min: 10 },
      },
    },
    {
      what: 'that has ended and whose form is known',
      match: tennis({ sets: [[6, 4], [6, 3]], bestOf: 3, ending: 'finished' }), // prettier-ignore
      counts: {
        'games.set1': { home: 6, away: 4, over: true },
        'games.set2': { home: 6, away: 3, over: true },
        'sets.full': { home: 2, away: 0, over: true },
        'games.full': { home: 12, away: 7, over: true },
      },
    },
  ])('of tennis $what', ({ match, counts }) => {
    expect(setMatchState(match).counts).toStrictEqual(counts)
  })

  test('a fifth set of volleyball goes to 15, a fourth to 25', () => {
    const four = [[25, 20], [20, 25], [25, 20], [20, 25]] as const // prettier-ignore
    const fifth = setMatchState(volleyball({ sets: [...four, [15, 13]], bestOf: 5 })).counts
    expect(fifth['sets.full']).toEqual({ home: 3, away: 2, over: false, min: 5, max: 5 })
    const fourth = setMatchState(volleyball({ sets: [...four.slice(0, 3), [15, 13]], bestOf: 5 })).counts
    expect(fourth['sets.full']).toEqual({ home: 2, away: 1, over: false, min: 4, max: 5 })
    expect(fourth['points.set4']).toEqual({ home: 15, away: 13, over: false, min: 38 })
    const open = setMatchState(volleyball({ sets: [...four, [10, 8]], bestOf: 5 })).counts
    expect(open['points.set5']).toEqual({ home: 10, away: 8, over: false, min: 23 })
  })

  test('a set of volleyball that may be the last one ends at 15 at the earliest, and so do sets to come', () => {
    const min = (sets: readonly SetScore[], bestOf?: number) =>
      setMatchState(volleyball({ sets, bestOf })).counts['points.full']?.min
    expect(setMatchState(volleyball({ sets: [[10, 8]] })).counts['points.set1']?.min).toBe(23)
    expect(setMatchState(volleyball({ sets: [[8, 10]] })).counts['points.set1']?.min).toBe(23)
    expect(min([], 5)).toBe(45)
    expect(min([[25, 20]], 3)).toBe(60)
  })

  test('of a match of which only the result in sets is known', () => {
    const total = { home: 2, away: 1 }
    const known = (more: Partial<SetMatch>) => setMatchState(tennis({ sets: [], total, ...more }))
    const finished = known({ ending: 'finished', bestOf: 3 })
    expect(finished).toStrictEqual({
      sport: 'tennis',
      ending: 'finished',
      counts: { 'sets.full': { home: 2, away: 1, over: true } },
      unresolvable: 'parts_missing',
    })
    expect(known({ bestOf: 5 }).counts).toStrictEqual({
      'sets.full': { home: 2, away: 1, over: false, max: 5 },
    })
    expect(known({}).counts).toStrictEqual({ 'sets.full': { home: 2, away: 1, over: false } })
    expect(known({ sets: even }).unresolvable).toBe('parts_differ')
  })

  test.each([
    { what: 'third of three', sets: [...even, [10, 8]], bestOf: 3, decider: 'tie_break', games: [11, 10] },
    {
      what: 'third of three that away wins',
      sets: [...even, [7, 10]],
      bestOf: 3,
      decider: 'tie_break',
      games: [10, 11],
    },
    { what: 'third of five', sets: [...even, [10, 8]], bestOf: 5, decider: 'tie_break', games: [20, 18] },
    {
      what: 'third of a form that nobody said',
      sets: [...even, [12, 10]],
      bestOf: undefined,
      decider: 'unknown',
      games: [11, 10],
    },
    {
      what: 'fifth that may be one, won by two',
      sets: [...even, ...even, [12, 10]],
      bestOf: 5,
      decider: 'unknown',
      games: [32, 30],
    },
    {
      what: 'fifth that may be one, won by more',
      sets: [...even, ...even, [10, 7]],
      bestOf: 5,
      decider: 'unknown',
      games: [21, 20],
    },
    {
      what: 'fifth that is one',
      sets: [...even, ...even, [12, 10]],
      bestOf: 5,
      decider: 'tie_break',
      games: [21, 20],
    },
    {
      what: 'second',
      sets: [
        [6, 4],
        [10, 8],
      ],
      bestOf: undefined,
      decider: 'tie_break',
      games: [16, 12],
    },
    {
      what: 'first',
      sets: [
        [10, 8],
        [6, 4],
      ],
      bestOf: undefined,
      decider: 'tie_break',
      games: [16, 12],
    },
  ] as const)(
    'a match tie-break counts one game, only where it decides: $what',
    ({ sets, bestOf, decider, games: [home, away] }) => {
      const { counts } = setMatchState(tennis({ sets, bestOf, decider, ending: 'finished' }))
      expect(counts['games.full']).toStrictEqual({ home, away, over: true })
    },
  )

  test('a match tie-break under way counts nothing yet, and one to come counts one game', () => {
    const match = { bestOf: 3, decider: 'tie_break' } as const
    const { counts } = setMatchState(tennis({ ...match, sets: [...even, [7, 5]] }))
    expect(counts['games.set3']).toStrictEqual({ home: 0, away: 0, over: false, min: 1 })
    expect(counts['games.full']).toStrictEqual({ home: 10, away: 10, over: false, min: 21 })
    const min = (sets: readonly SetScore[]) =>
      setMatchState(tennis({ ...match, sets })).counts['games.full']?.min
    expect(min(even)).toBe(21)
    expect(min([[6, 4]])).toBe(16)
    expect(min([])).toBe(12)
  })

  test('volleyball knows no match tie-break', () => {
    const { counts } = setMatchState(
      volleyball({ sets: [[25, 20], [20, 25], [15, 10]], bestOf: 3, decider: 'tie_break', ending: 'finished' }), // prettier-ignore
    )
    expect(counts['points.set3']).toStrictEqual({ home: 15, away: 10, over: true })
  })

  test('are seven at most, of no negative count', () => {
    const seven = [...even, ...even, ...even, [11, 9]] as const
    const match = { sport: 'table_tennis', ending: 'finished' } as const
    expect(setMatchState({ ...match, sets: seven }).counts['sets.full']).toMatchObject({ home: 4, away: 3 })
    expect(() => setMatchState({ ...match, sets: [[11, -1]] })).toThrow('whole counts')
  })
})
