import { expect, test } from 'vitest'
import {
  closedTiles,
  facesOf,
  gemsFound,
  ladderOf,
  lastGainCents,
  type MinesRound,
  minesStakeBounds,
  nextChance,
  patternAfter,
  patternOdds,
} from './mines-board.ts'

const round = (more: Partial<MinesRound>): MinesRound => ({
  roundId: '1',
  game: 'mines',
  stakeCents: 1000,
  payoutCents: 0,
  status: 'open',
  multiplierE4: 12_900,
  result: 0,
  at: '2026-11-22T12:00:00.000Z',
  closedAt: null,
  algorithm: 'hmac-sha256/1',
  seeds: null,
  draw: null,
  choice: { mineCount: 3 },
  state: { opened: [7, 2], nextMultiplierE4: 14_800, mines: null },
  ...more,
})

const lost = round({
  status: 'lost',
  multiplierE4: 0,
  state: { opened: [7, 2, 4], nextMultiplierE4: null, mines: [4, 5, 6] },
})

test('during a round only opened tiles show their content', () => {
  const faces = facesOf(round({}))
  expect(faces.filter(({ face }) => face !== 'closed')).toHaveLength(2)
  expect(faces[2]).toEqual({ face: 'gem', isOpened: true, isLast: true })
  expect(faces[7]).toEqual({ face: 'gem', isOpened: true, isLast: false })
  expect(closedTiles(round({}))).toHaveLength(23)
})

test('a lost round shows every mine, and the fatal one as last opened', () => {
  const faces = facesOf(lost)
  expect(faces.flatMap(({ face }, tile) => (face === 'mine' ? [tile] : []))).toEqual([4, 5, 6])
  expect(faces[4]).toEqual({ face: 'mine', isOpened: true, isLast: true })
  expect(faces[0]).toEqual({ face: 'gem', isOpened: false, isLast: false })
  expect(gemsFound(lost)).toBe(2)
  expect(lastGainCents(lost)).toBe(0)
})

test('without a round every tile is face down', () => {
  expect(facesOf(undefined).every(({ face }) => face === 'closed')).toBe(true)
})

test.each([
  { mines: 3, first: [11_300, 12_900, 14_800], length: 22 },
  { mines: 24, first: [247_500], length: 1 },
])('the ladder of $mines mines begins $first and has $length rungs', ({ mines, first, length }) => {
  const ladder = ladderOf(mines)
  expect(ladder.slice(0, first.length)).toEqual(first)
  expect(ladder).toHaveLength(length)
})

test("the last diamond's gain is the increase of the cash-out value", () => {
  expect(lastGainCents(round({}))).toBe(1290 - 1130)
  expect(nextChance(3, 6)).toBeCloseTo(16 / 19, 9)
})

test('the more mines, the lower the maximum stake', () => {
  const terms = { minStakeCents: 10, maxStakeCents: 500_000, maxPayoutCents: 10_000_000 }
  expect(minesStakeBounds(3, 1, terms).maxPaidStakeCents).toBe(8_849_557)
  expect(minesStakeBounds(24, 1, terms).maxPaidStakeCents).toBe(404_040)
})

test('a pattern toggles tiles, and holds as many as there are diamonds', () => {
  expect(patternAfter([3], 7, 3)).toEqual([3, 7])
  expect(patternAfter([3, 7], 3, 3)).toEqual([7])
  expect(patternAfter([3], 7, 24)).toEqual([3])
})

test('a pattern of two tiles among three mines wins 22/25 × 21/24 of the time, and pays 1.29', () => {
  expect(patternOdds(3, 2)).toEqual({ chance: (22 * 21) / (25 * 24), multiplierE4: 12_900 })
  expect(patternOdds(3, 0)).toBeUndefined()
})

test('a whole pattern pays no more than a round may', () => {
  expect(minesStakeBounds(3, 2, { minStakeCents: 10, maxStakeCents: 1, maxPayoutCents: 1290 })).toMatchObject(
    {
      maxPaidStakeCents: 1000,
    },
  )
})
