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
