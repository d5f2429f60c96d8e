import { describe, expect, test } from 'vitest'
import type { Period } from '../markets/state.ts'
import { isKindOf, spaceOf, type Space } from './builder-spaces.ts'
import { matchGrids } from './match-grids.ts'
import { scoreGrid } from './score-grid.ts'

const leg = (type: string, outcome: string, period: Period = 'full', lineQuarters?: number) => ({
  market: { type, period, ...(lineQuarters === undefined ? {} : { lineQuarters }) },
  outcome,
})

const state = {
  expected: { home: 1.55, away: 1.05, rho: -0.1 },
  clock: { phase: 'before', minute: 0 },
  score: { home: 0, away: 0 },
} as const
const { full, half2, half1Share } = matchGrids(state)
const goals = { full, half2, half1Share }
const corners = scoreGrid({ home: 5.5, away: 4.5, rho: 0 })
const cards = scoreGrid({ home: 2, away: 2.5, rho: 0 })

/** The chance that a leg wins, and that it returns anything. */
function sumsOf(space: Space | undefined, one: ReturnType<typeof leg>): { wins: number; returns: number } {
  const cellsOf = space?.cellsOf(one)
  const chances = [...(space?.chances ?? [])]
  const sum = (least: number) =>
    chances.reduce((all, chance, at) => all + ((cellsOf?.(at) ?? 0) >= least ? chance : 0), 0)
  return { wins: sum(2), returns: sum(1) }
}

test.each([
  ['football.1x2', 'full', 'full'],
  ['football.1x2', 'half1', 'half'],
  ['football.1x2', 'half2', 'half'],
  ['football.half_time_full_time', 'full', 'half'],
  ['football.highest_half', 'full', 'half'],
  ['football.corners_total', 'full', 'full'],
  ['football.corners_total', 'half1', undefined],
  ['football.cards_total', 'full', 'full'],
  ['football.cards_total', 'half1', undefined],
  ['tennis.winner', 'full', undefined],
  ['football.unheard_of', 'full', undefined],
] as const)('%s on %s is decided by: %s', (type, period, kind) => {
  expect(isKindOf(leg(type, 'home', period))).toBe(kind)
})

describe('the outcomes behind the legs', () => {
  test('of corners and of cards are their own, where the match has them', () => {
    expect(spaceOf([], 'corners', { goals })).toBeUndefined()
    expect(spaceOf([], 'cards', { goals })).toBeUndefined()
    expect(spaceOf([], 'corners', { goals, corners, cards })?.chances).toBe(corners.cells)
    expect(spaceOf([], 'cards', { goals, corners, cards })?.chances).toBe(cards.cells)
  })

  test('of goals are the final scores, or those of both halves if a leg needs them', () => {
    const final = leg('football.1x2', 'home')
    const early = leg('football.1x2', 'home', 'half1')
    expect(spaceOf([final], 'goals', { goals })?.chances).toBe(full.cells)
    const split = spaceOf([final, early], 'goals', { goals })
    expect(split?.chances.length).toBeGreaterThan(full.cells.length)
    expect(split?.isWhole).toBe(true)
    expect(spaceOf([final, early], 'goals', { goals: { full } })).toBeUndefined()
    expect(spaceOf([final, early], 'goals', { goals: { full, half2 } })).toBeUndefined()
    expect(spaceOf([final, early], 'goals', { goals: { full, half1Share } })).toBeUndefined()
  })

  test('of both halves are worked out once for a match', () => {
    const early = [leg('football.1x2', 'home', 'half1')]
    expect(spaceOf(early, 'goals', { goals })?.chances).toBe(spaceOf(early, 'goals', { goals })?.chances)
  })

  test('are not whole if much of the match lies beyond the kept scores', () => {
    const wild = matchGrids({ ...state, expected: { home: 30, away: 1, rho: 0 } })
    const early = [leg('football.1x2', 'home', 'half1')]
    expect(spaceOf(early, 'goals', { goals: wild })?.isWhole).toBe(false)
  })

  test.each([
    { one: leg('football.1x2', 'home'), byFull: true, byHalf: true },
    { one: leg('football.1x2', 'nobody'), byFull: false, byHalf: false },
    { one: leg('football.total', 'over', 'full', 10), byFull: true, byHalf: true },
    { one: leg('football.total', 'over'), byFull: false, byHalf: false },
    { one: leg('football.1x2', 'home', 'half2'), byFull: false, byHalf: true },
    { one: leg('football.highest_half', 'equal'), byFull: false, byHalf: true },
    { one: leg('tennis.winner', 'home'), byFull: false, byHalf: false },
    { one: leg('football.unheard_of', 'home'), byFull: false, byHalf: false },
  ])(
    '$one.market.type $one.outcome: by the final score $byFull, by halves $byHalf',
    ({ one, byFull, byHalf }) => {
      expect(spaceOf([], 'goals', { goals })?.tells(one)).toBe(byFull)
      expect(spaceOf([leg('football.1x2', 'home', 'half1')], 'goals', { goals })?.tells(one)).toBe(byHalf)
    },
  )
})

/** Chances of a Poisson count. */
const poisson = (mean: number, most: number): number[] => {
  const chances = [Math.exp(-mean)]
  for (let count = 1; count <= most; count += 1) chances.push(((chances[count - 1] ?? 0) * mean) / count)
  return chances
}

describe('what a leg returns, cell by cell', () => {
  test('of corners: an independent sum over both counts', () => {
    const space = spaceOf([], 'corners', { goals, corners })
    const total = poisson(10, 60)
    const atMost = (most: number) => total.slice(0, most + 1).reduce((sum, chance) => sum + chance, 0)
    const over = sumsOf(space, leg('football.corners_total', 'over', 'full', 38)) // 9.5
    expect(over.wins).toBeCloseTo(1 - atMost(9), 9)
    expect(over.returns).toBeCloseTo(over.wins, 12)
    const even = sumsOf(space, leg('football.corners_total', 'over', 'full', 40)) // 10
    expect(even.wins).toBeCloseTo(1 - atMost(10), 9)
    expect(even.returns).toBeCloseTo(1 - atMost(9), 9)
  })

  test('of cards: the same over theirs', () => {
    const space = spaceOf([], 'cards', { goals, cards })
    const total = poisson(4.5, 60)
    const atMost = (most: number) => total.slice(0, most + 1).reduce((sum, chance) => sum + chance, 0)
    const under = sumsOf(space, leg('football.cards_total', 'under', 'full', 18)) // 4.5
    expect(under.wins).toBeCloseTo(atMost(4), 9)
  })

  test('of halves: what falls in each, from the score of each', () => {
    const early = leg('football.total', 'under', 'half1', 2) // 0.5
    const late = leg('football.total', 'under', 'half2', 2)
    const space = spaceOf([early, late], 'goals', { goals })
    const chances = [...(space?.chances ?? [])]
    const [ofEarly, ofLate] = [space?.cellsOf(early), space?.cellsOf(late)]
    const none = chances.reduce(
      (sum, chance, at) => sum + (ofEarly?.(at) === 2 && ofLate?.(at) === 2 ? chance : 0),
      0,
    )
    expect(none).toBeCloseTo(full.cells[0] ?? 0, 9)
    // The same sum over final scores: no goal of a match falls early.
    const withoutEarly = [...full.cells].reduce((sum, chance, at) => {
      const scored = Math.floor(at / full.size) + (at % full.size)
      return sum + chance * (1 - half1Share) ** scored
    }, 0)
    expect(sumsOf(space, early).wins).toBeCloseTo(withoutEarly, 6)
  })

  test('of half and full time: nine outcomes of which one wins in every cell', () => {
    const outcomes = ['home', 'draw', 'away'].flatMap((first) =>
      ['home', 'draw', 'away'].map((last) => `${first}/${last}`),
    )
    const legs = outcomes.map((outcome) => leg('football.half_time_full_time', outcome))
    const space = spaceOf(legs, 'goals', { goals })
    const all = legs.map((one) => sumsOf(space, one).wins)
    expect(all.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 6)
    const homeAtTheEnd = (all[0] ?? 0) + (all[3] ?? 0) + (all[6] ?? 0)
    const size = full.size
    const byScore = [...full.cells].reduce(
      (sum, chance, at) => sum + (Math.floor(at / size) > at % size ? chance : 0),
      0,
    )
    expect(homeAtTheEnd).toBeCloseTo(byScore, 6)
    const halves = ['half1', 'equal', 'half2'].map(
      (outcome) => sumsOf(space, leg('football.highest_half', outcome)).wins,
    )
    expect(halves.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 6)
    expect(halves[2]).toBeGreaterThan(halves[0] ?? 1)
  })

  test('of a match under way: from its score, not from nil', () => {
    const leading = matchGrids({
      ...state,
      clock: { phase: 'half2', minute: 89 },
      score: { home: 2, away: 0 },
      halfTime: { home: 1, away: 0 },
    })
    const legs = [leg('football.half_time_full_time', 'home/home'), leg('football.highest_half', 'equal')]
    const space = spaceOf(legs, 'goals', { goals: leading })
    const [won, level] = legs.map((one) => sumsOf(space, one).wins)
    expect(won).toBeGreaterThan(0.99)
    expect(level).toBeGreaterThan(0.8) // one goal in each half so far
    expect(sumsOf(space, leg('football.total', 'over', 'half1', 2)).wins).toBeCloseTo(1, 6)
    expect(sumsOf(space, leg('football.total', 'over', 'half1', 6)).wins).toBe(0)
  })

  test('a refund is some return, and a void stake no win', () => {
    const space = spaceOf([], 'goals', { goals })
    const { wins, returns } = sumsOf(space, leg('football.draw_no_bet', 'home'))
    const draw = sumsOf(space, leg('football.1x2', 'draw')).wins
    expect(returns - wins).toBeCloseTo(draw, 9)
    const quarter = sumsOf(space, leg('football.total', 'over', 'full', 9)) // 2.25: half lost at two goals
    expect(quarter.wins).toBeCloseTo(sumsOf(space, leg('football.total', 'over', 'full', 10)).wins, 9)
  })
})
