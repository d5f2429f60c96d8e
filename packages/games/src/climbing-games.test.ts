import { cents } from '@palpite/money'
import { compare, fraction, toNumber } from '@palpite/money/fraction'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cashOutMines,
  checkMineCount,
  minesChance,
  minesMultiplier,
  minesPayoutCents,
  minesReturnToPlayer,
  minesView,
  MINES_TILES,
  openTile,
  startMines,
  type MinesRound,
} from './mines.ts'
import {
  cashOutRows,
  isRowDifficulty,
  pickTile,
  ROW_DIFFICULTIES,
  rowMultiplier,
  rowPayoutCents,
  rowReturnToPlayer,
  ROWS,
  rowView,
  startRows,
  type RowRound,
} from './row-double.ts'

const mineSets = fc
  .tuple(
    fc.shuffledSubarray(
      Array.from({ length: MINES_TILES }, (_, tile) => tile),
      { minLength: 1, maxLength: 24 },
    ),
  )
  .map(([mines]) => mines)

/** Plays moves over a round, taking what is allowed, and gives every state passed. */
const play = <Round>(
  start: Round,
  moves: readonly number[],
  step: (round: Round, move: number) => { ok: true; round: Round } | { ok: false },
): Round[] => {
  const states = [start]
  for (const move of moves) {
    const moved = step(states.at(-1) ?? start, move)
    if (moved.ok) states.push(moved.round)
  }
  return states
}

const CASH_OUT = -1
const moves = (max: number) => fc.array(fc.integer({ min: CASH_OUT, max: max + 2 }), { maxLength: 40 })

describe('mines', () => {
  test('no order of moves reaches an illegal round, and no view shows a mine while it is played', () => {
    fc.assert(
      fc.property(mineSets, moves(MINES_TILES), (mines, order) => {
        const step = (round: MinesRound, move: number) =>
          move === CASH_OUT ? cashOutMines(round) : openTile(round, move)
        for (const round of play(startMines(cents(1000), mines), order, step)) {
          const safe = round.opened.filter((tile) => !mines.includes(tile)).length
          expect(new Set(round.opened).size).toBe(round.opened.length)
          expect(round.opened.every((tile) => tile >= 0 && tile < MINES_TILES)).toBe(true)
          expect(round.opened.length - safe).toBe(round.status === 'lost' ? 1 : 0)
          expect('mines' in minesView(round)).toBe(round.status !== 'playing')
          expect(minesPayoutCents(round) > 0).toBe(round.status === 'cashed_out')
        }
      }),
    )
  })

  test('stopping at any point returns 99 %, within what rounding to hundredths gives or takes', () => {
    for (let mines = 1; mines < MINES_TILES; mines += 1) {
      for (let safe = 1; safe <= MINES_TILES - mines; safe += 1) {
        const maxLost = 0.005 * toNumber(minesChance(mines, safe))
        expect(Math.abs(toNumber(minesReturnToPlayer(mines, safe)) - 0.99)).toBeLessThanOrEqual(
          maxLost + 1e-12,
        )
      }
    }
  })

  test('pays more with every tile', () => {
    for (let mines = 1; mines < MINES_TILES; mines += 1) {
      const ladder = Array.from({ length: MINES_TILES - mines + 1 }, (_, safe) =>
        minesMultiplier(mines, safe),
      )
      expect(ladder).toEqual(ladder.toSorted((a, b) => a - b))
    }
  })

  test('three mines and two tiles pay 1.29, and a cleared board pays by itself', () => {
    expect(minesMultiplier(3, 2)).toBe(129)
    const mines = Array.from({ length: 24 }, (_, tile) => tile)
    const opened = openTile(startMines(cents(100), mines), 24)
    expect(opened.ok && minesPayoutCents(opened.round)).toBe(2475)
  })

  test('refuses by name', () => {
    const round = startMines(cents(100), [0])
    expect(openTile(round, 25)).toEqual({ ok: false, reason: 'no_such_tile' })
    expect(cashOutMines(round)).toEqual({ ok: false, reason: 'nothing_opened' })
    const lost = openTile(round, 0)
    expect(lost.ok && openTile(lost.round, 1)).toEqual({ ok: false, reason: 'round_is_over' })
    expect(lost.ok && cashOutMines(lost.round)).toEqual({ ok: false, reason: 'round_is_over' })
    const open = openTile(round, 1)
    expect(open.ok && openTile(open.round, 1)).toEqual({ ok: false, reason: 'tile_already_open' })
    expect([0, 25, 2.5].map(checkMineCount)).toEqual(Array.from({ length: 3 }, () => 'mines_out_of_range'))
    expect(() => minesMultiplier(3, 23)).toThrow('safe tiles out of range')
    expect(() => minesMultiplier(3, 1, 0)).toThrow('return out of range')
  })
})

const difficulties = fc.constantFrom('easy', 'medium', 'hard', 'expert', 'master')

describe('row double', () => {
  test('no order of moves reaches an illegal climb, and no view shows a row still to come', () => {
    fc.assert(
      fc.property(difficulties, fc.infiniteStream(fc.nat()), moves(4), (difficulty, numbers, order) => {
        const { tiles, safe } = ROW_DIFFICULTIES[difficulty]
        const rows = Array.from({ length: ROWS }, () => {
          const first = (numbers.next().value ?? 0) % tiles
          return Array.from({ length: safe }, (_, place) => (first + place) % tiles)
        })
        const step = (round: RowRound, move: number) =>
          move === CASH_OUT ? cashOutRows(round) : pickTile(round, move)
        for (const round of play(startRows(cents(1000), difficulty, rows), order, step)) {
          const climbed = round.picks.filter((tile, row) => rows[row]?.includes(tile)).length
          expect(round.picks.length).toBeLessThanOrEqual(ROWS)
          expect(round.picks.length - climbed).toBe(round.status === 'lost' ? 1 : 0)
          expect('safeTiles' in rowView(round)).toBe(round.status !== 'playing')
          expect(rowPayoutCents(round) > 0).toBe(round.status === 'cashed_out')
        }
      }),
    )
  })

  test('hard doubles with each row at 98 %', () => {
    expect(Array.from({ length: 9 }, (_, row) => rowMultiplier('hard', row + 1) / 100)).toEqual([
      1.96, 3.92, 7.84, 15.68, 31.36, 62.72, 125.44, 250.88, 501.76,
    ])
    expect(compare(rowReturnToPlayer('hard', 9), fraction(98, 100))).toBe(0)
  })

  test('refuses by name', () => {
    const rows = Array.from({ length: ROWS }, () => [0])
    const round = startRows(cents(100), 'hard', rows)
    expect(cashOutRows(round)).toEqual({ ok: false, reason: 'nothing_climbed' })
    expect(pickTile(round, 2)).toEqual({ ok: false, reason: 'no_such_tile' })
    const lost = pickTile(round, 1)
    expect(lost.ok && pickTile(lost.round, 0)).toEqual({ ok: false, reason: 'round_is_over' })
    expect(() => startRows(cents(100), 'easy', rows)).toThrow('not_its_safe_tiles')
    expect(() => rowMultiplier('hard', 10)).toThrow('rows out of range')
    expect(isRowDifficulty('impossible')).toBe(false)
  })
})
