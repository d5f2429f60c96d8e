import {
  cashOutMines,
  minesView,
  openTile,
  pickTile,
  placeMines,
  placeRows,
  plainHmac,
  rollDice,
  rollLimbo,
  rowView,
  seedHash,
  startMines,
  startRows,
} from '@palpite/games'
import { cents } from '@palpite/money'
import { expect, test } from 'vitest'
import {
  canVerify,
  isAsPlayed,
  isMeantFor,
  type RoundToVerify,
  typedOf,
  verify,
  versionOf,
} from './verify-round.ts'

const seeds = { serverSeed: 'a'.repeat(64), clientSeed: 'palpite', nonce: 7 }
const common = {
  roundId: '1',
  stakeCents: 500,
  payoutCents: 0,
  at: '2026-06-11T16:00:00Z',
  status: 'lost' as const,
  multiplierE4: 0,
  result: 0 as const,
  closedAt: '2026-06-11T16:00:00Z',
  seeds: { ...seeds, serverSeedHash: seedHash(seeds.serverSeed) },
  draw: null,
}
const dice: RoundToVerify = {
  ...common,
  game: 'dice',
  algorithm: 'hmac-sha256/2',
  choice: { direction: 'over', targetHundredths: 5050 },
  state: { resultHundredths: rollDice(plainHmac, seeds) },
}
const limbo: RoundToVerify = {
  ...common,
  game: 'limbo',
  algorithm: 'hmac-sha256/1',
  choice: { targetHundredths: 200 },
  state: { resultHundredths: rollLimbo(plainHmac, seeds) },
}

const playedMines = (): RoundToVerify => {
  const placed = placeMines(plainHmac, seeds, 3)
  const safe = Array.from({ length: 25 }, (_, tile) => tile).find((tile) => !placed.includes(tile)) ?? 0
  const opened = openTile(startMines(cents(500), placed), safe)
  const taken = opened.ok ? cashOutMines(opened.round) : opened
  if (!taken.ok) throw new Error(taken.reason)
  const { mines = [], opened: tiles } = minesView(taken.round)
  return {
    ...common,
    game: 'mines',
    status: 'won',
    algorithm: 'hmac-sha256/1',
    choice: { mineCount: 3 },
    state: { opened: [...tiles], nextMultiplierE4: null, mines: [...mines] },
  }
}

const playedRows = (): RoundToVerify => {
  const placed = placeRows(plainHmac, seeds, 'hard')
  const wrong = placed[0]?.[0] === 0 ? 1 : 0
  const fallen = pickTile(startRows(cents(500), 'hard', placed), wrong)
  if (!fallen.ok) throw new Error(fallen.reason)
  const { picks, safeTiles = [] } = rowView(fallen.round)
  return {
    ...common,
    game: 'rowDouble',
    algorithm: 'hmac-sha256/1',
    choice: { difficulty: 'hard' },
    state: { picks: [...picks], nextMultiplierE4: null, safeTiles: safeTiles.map((row) => [...row]) },
  }
}

const mines = playedMines()
const rowDouble = playedRows()
const rounds = [dice, limbo, mines, rowDouble]

test.each(rounds)(
  'a revealed round of $game comes out as it was played, from the seed committed to',
  (round) => {
    const verdict = verify(typedOf(round), versionOf(round))
    expect(verdict?.isCommitted).toBe(true)
    expect(verdict && isAsPlayed(verdict, round)).toBe(true)
  },
)

test.each(rounds)('a round of $game played from other seeds is reported', (round) => {
  const other = verify({ ...typedOf(round), serverSeed: 'b'.repeat(64) }, versionOf(round))
  expect(other?.isCommitted).toBe(false)
  expect(other && isAsPlayed(other, round)).toBe(false)
})

test('without a fingerprint the verifier reports nothing about a commitment', () => {
  const verdict = verify({ ...typedOf(dice), serverSeedHash: '' }, versionOf(dice))
  expect(verdict).toMatchObject({ outcome: { ok: true } })
  expect(verdict?.isCommitted).toBeUndefined()
})

test('hidden mines and rows are compared with nothing', () => {
  if (mines.game !== 'mines') throw new Error('another game')
  const open = { ...mines, status: 'open' as const, state: { ...mines.state, mines: null } }
  const verdict = verify(typedOf(mines))
  expect(verdict && isAsPlayed(verdict, open)).toBeUndefined()
})

test('an unknown version is reported, not guessed', () => {
  expect(verify(typedOf(mines), 99)?.outcome).toEqual({ ok: false, reason: 'unknown_version' })
})

test.each(rounds)('a round of $game with a secret seed fills in all but the server seed', (round) => {
  const kept = { ...round, seeds: { ...round.seeds, serverSeed: null } }
  expect(typedOf(kept)).toEqual({ ...typedOf(round), serverSeed: '' })
  expect(verify(typedOf(kept))).toBeUndefined()
})

test.each([
  { round: dice, change: { nonce: 'x' } },
  { round: dice, change: { clientSeed: '' } },
  { round: mines, change: { mineCount: '25' } },
  { round: mines, change: { mineCount: '' } },
  { round: rowDouble, change: { difficulty: 'simple' } },
])('$round.game with $change cannot be verified', ({ round, change }) => {
  expect(verify({ ...typedOf(round), ...change })).toBeUndefined()
})

test.each([
  { round: dice, change: {}, meant: true },
  { round: dice, change: { serverSeed: 'mistyped' }, meant: true },
  { round: dice, change: { nonce: '8' }, meant: false },
  { round: dice, change: { clientSeed: 'other' }, meant: false },
  { round: dice, change: { serverSeedHash: '' }, meant: false },
  { round: dice, change: { game: 'limbo' as const }, meant: false },
  { round: mines, change: { mineCount: '4' }, meant: false },
  { round: rowDouble, change: { difficulty: 'easy' }, meant: false },
])('$round.game with $change still describes the round: $meant', ({ round, change, meant }) => {
  expect(isMeantFor({ ...typedOf(round), ...change }, round)).toBe(meant)
})

test('a bet on a shared draw has no seeds of its own to verify', () => {
  const bet = { ...common, seeds: null, game: 'double' as const, algorithm: 'hmac-sha256/1' }
  expect(canVerify({ ...bet, choice: { colour: 'red' }, state: { slot: 3 } })).toBe(false)
  expect(rounds.every((round) => canVerify(round))).toBe(true)
})
