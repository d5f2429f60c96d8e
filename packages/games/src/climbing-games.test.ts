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
import { fairWords } from './fairness.ts'
import { plainHmac } from './plain-hmac.ts'
import {
  cashOutRows,
  checkRows,
  isRowDifficulty,
  pickTile,
  placeRows,
  ROW_DIFFICULTIES,
  rowChance,
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

/** Plays the allowed ones of these moves, and returns every state. */
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
  test('no sequence of moves reaches an illegal round, and no view shows a mine during play', () => {
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

  test('stopping at any point returns 99 %, up to rounding to hundredths', () => {
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

  test('three mines and two tiles pay 1.29, and a cleared board cashes out by itself', () => {
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
    expect(() => minesMultiplier(3, 1, 0)).toThrow('return out of range: 0 %')
    expect(() => minesMultiplier(3, -1)).toThrow('safe tiles out of range: -1')
    expect(() => minesMultiplier(3, 1.5)).toThrow('safe tiles out of range')
    for (const count of [0, 25])
      expect(() => minesMultiplier(count, 0)).toThrow(`mines must be 1 to 24, got ${count}`)
    for (const tile of [-1, 1.5]) expect(openTile(round, tile)).toEqual({ ok: false, reason: 'no_such_tile' })
  })

  test.each([
    [3, 0, 100],
    [3, 1, 113], // 0.99 × 25 ÷ 22 = 1.125
    [1, 24, 2475], // 0.99 × 25
    [24, 1, 2475],
    [12, 13, 514_829_700], // 0.99 × C(25, 13), which is 5,200,300
  ])('%d mines and %d safe tiles pay %d hundredths', (mines, safe, multiplier) => {
    expect(minesMultiplier(mines, safe)).toBe(multiplier)
  })

  test('another return pays otherwise', () => {
    expect(minesMultiplier(3, 2, 100)).toBe(130) // 300 ÷ 231 = 1.2987
    expect(minesReturnToPlayer(24, 1, 100)).toEqual(fraction(1))
    expect(minesChance(3, 2)).toEqual(fraction(231, 300))
    expect([1, 24].map(checkMineCount)).toEqual([undefined, undefined])
  })

  test('is visible to its player step by step', () => {
    const start = startMines(cents(1000), [0, 7, 24])
    const seen = { stakeCents: 1000, mineCount: 3 }
    expect(minesView(start)).toEqual({
      ...seen,
      opened: [],
      status: 'playing',
      multiplier: 100,
      nextMultiplier: 113,
      payoutCents: 0,
    })
    const one = openTile(start, 1)
    const round = one.ok ? one.round : start
    expect(minesView(round)).toEqual({
      ...seen,
      opened: [1],
      status: 'playing',
      multiplier: 113,
      nextMultiplier: 129,
      payoutCents: 0,
    })
    const lost = openTile(round, 24)
    expect(lost.ok && minesView(lost.round)).toEqual({
      ...seen,
      opened: [1, 24],
      status: 'lost',
      multiplier: 0,
      payoutCents: 0,
      mines: [0, 7, 24],
    })
    const taken = cashOutMines(round)
    expect(taken.ok && minesView(taken.round)).toEqual({
      ...seen,
      opened: [1],
      status: 'cashed_out',
      multiplier: 113,
      payoutCents: 1130,
      mines: [0, 7, 24],
    })
  })
})

const difficulties = fc.constantFrom('easy', 'medium', 'hard', 'expert', 'master')

describe('row double', () => {
  test('no sequence of moves reaches an illegal climb, and no view shows a coming row', () => {
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
    expect(() => rowMultiplier('hard', -1)).toThrow('rows out of range: -1')
    expect(() => rowMultiplier('hard', 1.5)).toThrow('rows out of range')
    expect(() => rowMultiplier('hard', 1, 101)).toThrow('return out of range')
    for (const tile of [-1, 0.5]) expect(pickTile(round, tile)).toEqual({ ok: false, reason: 'no_such_tile' })
    expect(lost.ok && cashOutRows(lost.round)).toEqual({ ok: false, reason: 'round_is_over' })
    expect(['impossible', 'easy', 'toString'].map(isRowDifficulty)).toEqual([false, true, false])
  })

  test.each([
    ['easy', 1, 131], // 0.98 × 4 ÷ 3 = 1.3066…
    ['easy', 9, 1305], // 0.98 × 262,144 ÷ 19,683 = 13.0519…
    ['medium', 2, 221], // 0.98 × 9 ÷ 4 = 2.205
    ['expert', 2, 882],
    ['master', 9, 25_690_112], // 0.98 × 262,144
    ['hard', 0, 100],
  ] as const)('%s pays after %d rows %d hundredths', (difficulty, rows, multiplier) => {
    expect(rowMultiplier(difficulty, rows)).toBe(multiplier)
  })

  test('another return pays otherwise', () => {
    expect(rowMultiplier('hard', 1, 100)).toBe(200)
    expect(rowReturnToPlayer('hard', 1, 100)).toEqual(fraction(1))
    expect(rowChance('easy', 2)).toEqual(fraction(9, 16))
  })

  test('draws the safe tiles of nine rows from one number stream', () => {
    const seeds = { serverSeed: 'palpite', clientSeed: 'jogador', nonce: 7 }
    const rows = placeRows(plainHmac, seeds, 'medium')
    const words = fairWords(plainHmac, seeds, 18)
    expect(checkRows('medium', rows)).toBeUndefined()
    // The first tile of a row is a third of the way each; the second is one of the two that are left.
    for (const [row, [first = -1, second = -1]] of rows.entries()) {
      expect(first).toBe(Math.floor(((words[2 * row] ?? 0) / 2 ** 32) * 3))
      const left = [0, 1, 2].filter((tile) => tile !== first)
      expect(second).toBe(left[(words[2 * row + 1] ?? 0) < 2 ** 31 ? 0 : 1])
    }
  })

  test('is visible to its player row by row, and the ninth row cashes out by itself', () => {
    const safeTiles = Array.from({ length: ROWS }, () => [1])
    const start = startRows(cents(1000), 'hard', safeTiles)
    const seen = { stakeCents: 1000, difficulty: 'hard' }
    expect(rowView(start)).toEqual({
      ...seen,
      picks: [],
      status: 'playing',
      multiplier: 100,
      nextMultiplier: 196,
      payoutCents: 0,
    })
    const one = pickTile(start, 1)
    const round = one.ok ? one.round : start
    expect(rowView(round)).toEqual({
      ...seen,
      picks: [1],
      status: 'playing',
      multiplier: 196,
      nextMultiplier: 392,
      payoutCents: 0,
    })
    const lost = pickTile(round, 0)
    expect(lost.ok && rowView(lost.round)).toEqual({
      ...seen,
      picks: [1, 0],
      status: 'lost',
      multiplier: 0,
      payoutCents: 0,
      safeTiles,
    })
    const taken = cashOutRows(round)
    expect(taken.ok && rowView(taken.round)).toEqual({
      ...seen,
      picks: [1],
      status: 'cashed_out',
      multiplier: 196,
      payoutCents: 1960,
      safeTiles,
    })
    const climbed = play(start, safeTiles.flat(), pickTile)
    expect(climbed.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 9 }, () => 'playing'),
      'cashed_out',
    ])
    expect(climbed.map(rowPayoutCents).at(-1)).toBe(501_760)
  })
})
