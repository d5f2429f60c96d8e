import { expect, test } from 'vitest'
import { halfCells } from './half-cells.ts'
import { matchGrids } from './match-grids.ts'
import type { ScoreGrid } from './score-grid.ts'

/** A grid of 4 × 4 with these chances of remaining goals, from a score. */
function gridOf(chances: Record<string, number>, homeFrom = 0, awayFrom = 0): ScoreGrid {
  const cells = new Float64Array(16)
  for (const [score, chance] of Object.entries(chances)) {
    const [home = 0, away = 0] = score.split('-').map(Number)
    cells[home * 4 + away] = chance
  }
  return { size: 4, cells, homeFrom, awayFrom }
}

/** Every cell that can happen as `match = first half + second half`, with its chance. */
function listed(cells: ReturnType<typeof halfCells>): Record<string, number> {
  const { width, chances, full, half1, half2 } = cells
  const score = (at = 0) => `${Math.floor(at / width)}-${at % width}`
  return Object.fromEntries(
    Array.from(chances, (chance, at): [string, number] => [
      `${score(full[at])} = ${score(half1[at])} + ${score(half2[at])}`,
      chance,
    ]).filter(([, chance]) => chance > 0),
  )
}

test('each goal still to come falls in the first half with its share, by binomial chances', () => {
  const full = gridOf({ '0-0': 0.5, '2-1': 0.5 }, 3, 1)
  const cells = halfCells({ full, half2: gridOf({}, 1, 1), half1Share: 0.4 })
  expect(cells.width).toBe(3)
  const found = listed(cells)
  // By hand: two goals at home, one away, each early with a chance of 0.4.
  const expected: Record<string, number> = {
    '0-0 = 0-0 + 0-0': 0.5,
    '2-1 = 0-0 + 2-1': 0.5 * 0.36 * 0.6,
    '2-1 = 0-1 + 2-0': 0.5 * 0.36 * 0.4,
    '2-1 = 1-0 + 1-1': 0.5 * 0.48 * 0.6,
    '2-1 = 1-1 + 1-0': 0.5 * 0.48 * 0.4,
    '2-1 = 2-0 + 0-1': 0.5 * 0.16 * 0.6,
    '2-1 = 2-1 + 0-0': 0.5 * 0.16 * 0.4,
  }
  expect(Object.keys(found).toSorted()).toEqual(Object.keys(expected).toSorted())
  for (const [name, chance] of Object.entries(expected)) expect(found[name]).toBeCloseTo(chance, 12)
  // (i + 1) × (j + 1) ways for each score up to 2 : 2.
  expect(cells.chances).toHaveLength(36)
  expect(cells.from).toEqual({
    full: { home: 3, away: 1 },
    half1: { home: 2, away: 0 },
    half2: { home: 1, away: 1 },
  })
})

test('after half-time every goal falls in the second half', () => {
  const full = gridOf({ '0-0': 0.25, '1-2': 0.75 }, 1, 0)
  const cells = halfCells({ full, half2: gridOf({}), half1Share: 0 })
  expect(listed(cells)).toEqual({ '0-0 = 0-0 + 0-0': 0.25, '1-2 = 0-0 + 1-2': 0.75 })
  expect(cells.chances).toHaveLength(9)
  expect(cells.from.half1).toEqual({ home: 1, away: 0 })
})

test('scores that almost never happen are left out, as long as each side keeps nearly all of its chances', () => {
  const rare = halfCells({ full: gridOf({ '0-0': 1 - 1e-9, '3-3': 1e-9 }), half2: gridOf({}), half1Share: 0 })
  expect(rare.width).toBe(1)
  const seldom = halfCells({
    full: gridOf({ '0-0': 1 - 1e-7, '2-0': 1e-7 }),
    half2: gridOf({}),
    half1Share: 0,
  })
  expect(seldom.width).toBe(3)
  // Nothing reaches the whole: all counts of the grid are kept.
  const part = halfCells({ full: gridOf({ '1-0': 0.5 }), half2: gridOf({}), half1Share: 0 })
  expect(part.width).toBe(4)
})

test('a match of many goals keeps 24 counts a side', () => {
  const { full, half2, half1Share } = matchGrids({
    expected: { home: 20, away: 1, rho: 0 },
    clock: { phase: 'before', minute: 0 },
    score: { home: 0, away: 0 },
  })
  const { width, half1, chances } = halfCells({ full, half2, half1Share })
  expect(width).toBe(24)
  expect(half1).toHaveLength(chances.length)
})

test('cells of the same shape share their key, others do not', () => {
  const full = gridOf({ '1-1': 1 })
  const keyOf = (half1Share: number, half2 = gridOf({})) => halfCells({ full, half2, half1Share }).key
  expect(keyOf(0.4)).toBe('2/true/0/0/0/0')
  expect(keyOf(0.2)).toBe(keyOf(0.4))
  expect(keyOf(0)).toBe('2/false/0/0/0/0')
  const later = halfCells({ full: gridOf({ '1-1': 1 }, 4, 3), half2: gridOf({}, 1, 2), half1Share: 0 })
  expect(later.key).toBe('2/false/3/1/1/2')
})
