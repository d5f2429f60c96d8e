import { expect, test } from 'vitest'
import {
  hasReachedTop,
  pathAfter,
  pathOdds,
  pathTower,
  rowFactor,
  type RowRound,
  rowsClimbed,
  rowStakeBounds,
  towerOf,
} from './tower.ts'

const nineSafe = Array.from({ length: 9 }, () => [0])

const round = (more: Partial<RowRound>): RowRound => ({
  roundId: '1',
  game: 'rowDouble',
  stakeCents: 1000,
  payoutCents: 0,
  status: 'open',
  multiplierE4: 39_200,
  result: 0,
  at: '2026-11-22T12:00:00.000Z',
  closedAt: null,
  algorithm: 'hmac-sha256/1',
  seeds: null,
  draw: null,
  choice: { difficulty: 'hard' },
  state: { picks: [0, 1], nextMultiplierE4: 78_400, safeTiles: null },
  ...more,
})

const lost = round({
  status: 'lost',
  multiplierE4: 0,
  state: { picks: [0, 1], nextMultiplierE4: null, safeTiles: nineSafe },
})

test('only the next row is selectable, and no other tile is known', () => {
  const tower = towerOf('hard', round({}))
  expect(tower.map(({ state }) => state)).toEqual([
    'climbed',
    'climbed',
    'current',
    ...Array.from({ length: 6 }, () => 'ahead'),
  ])
  expect(tower.flatMap(({ tiles }) => tiles).filter(({ face }) => face !== 'closed')).toHaveLength(2)
})

test('each hard row pays twice the one below', () => {
  expect(towerOf('hard', undefined).map(({ multiplierE4 }) => multiplierE4)).toEqual([
    19_600, 39_200, 78_400, 156_800, 313_600, 627_200, 1_254_400, 2_508_800, 5_017_600,
  ])
})

test.each([
  { difficulty: 'easy', factor: 133 },
  { difficulty: 'medium', factor: 150 },
  { difficulty: 'hard', factor: 200 },
  { difficulty: 'expert', factor: 300 },
  { difficulty: 'master', factor: 400 },
] as const)(
  'each $difficulty row that is climbed multiplies by $factor hundredths',
  ({ difficulty, factor }) => {
    expect(rowFactor(difficulty)).toBe(factor)
  },
)

test('a fallen climb shows its path, where it fell, and every safe tile', () => {
  const tower = towerOf('hard', lost)
  expect(tower[0]?.state).toBe('climbed')
  expect(tower[1]).toMatchObject({
    state: 'fallen',
    tiles: [{ face: 'safe' }, { face: 'gap', isPicked: true }],
  })
  expect(tower[8]?.tiles).toEqual([
    { face: 'safe', isPicked: false },
    { face: 'gap', isPicked: false },
  ])
  expect(rowsClimbed(lost)).toBe(1)
})

test('the top means nine rows, not an earlier cash-out', () => {
  const state = { picks: nineSafe.flat(), nextMultiplierE4: null, safeTiles: nineSafe }
  expect(hasReachedTop(round({ status: 'won', state }))).toBe(true)
  expect(hasReachedTop(round({ status: 'won' }))).toBe(false)
})

test('the harder the climb, the lower the maximum stake', () => {
  const terms = { minStakeCents: 10, maxStakeCents: 500_000, maxPayoutCents: 1_000_000 }
  expect(rowStakeBounds('hard', 1, terms).maxPaidStakeCents).toBe(510_204)
  expect(rowStakeBounds('master', 1, terms).maxPaidStakeCents).toBe(255_102)
})

test('a path adds a row, changes a tile, and is shortened from its end', () => {
  expect(pathAfter([], 0, 1)).toEqual([1])
  expect(pathAfter([1], 1, 0)).toEqual([1, 0])
  expect(pathAfter([1, 0], 0, 0)).toEqual([0, 0])
  expect(pathAfter([1, 0], 1, 0)).toEqual([1])
  expect(pathAfter([1], 4, 0)).toEqual([1])
})

test("a path's tower shows its rows, and the next possible one", () => {
  const tower = pathTower('hard', [1, 0])
  expect(tower.slice(0, 4).map(({ state }) => state)).toEqual(['aimed', 'aimed', 'current', 'ahead'])
  expect(tower[0]?.tiles.map(({ isPicked }) => isPicked)).toEqual([false, true])
})

test('a path of three hard rows wins one time in eight, and pays 7.84', () => {
  expect(pathOdds('hard', 3)).toEqual({ chance: 1 / 8, multiplierE4: 78_400 })
  expect(pathOdds('hard', 0)).toBeUndefined()
})
