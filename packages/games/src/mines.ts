import type { Cents } from '@palpite/money'
import { fraction, multiply, type Fraction } from '@palpite/money/fraction'
import { fairWords, type HmacSha256, type Seeds } from './fairness.ts'
import { assertReturn, choose, hundredths, payoutCents, type Multiplier } from './multiplier.ts'
import { checkStake } from './stake.ts'
import { drawPlaces } from './words.ts'

export const MINES_TILES = 25
const RETURN_PERCENT = 99

/** A round for the house: mines, opened tiles, status. */
export type MinesRound = {
  readonly stakeCents: Cents
  readonly mines: readonly number[]
  readonly opened: readonly number[]
  readonly status: 'playing' | 'lost' | 'cashed_out'
}

/** The player's view: no mines until the round is over. Built up from nothing, never by removing fields. */
export type MinesView = {
  readonly stakeCents: Cents
  readonly mineCount: number
  readonly opened: readonly number[]
  readonly status: MinesRound['status']
  readonly multiplier: Multiplier
  readonly nextMultiplier?: Multiplier
  readonly payoutCents: Cents
  readonly mines?: readonly number[]
}

/** Why a step is refused. */
export type MinesStepRefusal = 'round_is_over' | 'no_such_tile' | 'tile_already_open' | 'nothing_opened'

/** Why mines are invalid. */
export type MinesRefusal = 'mines_out_of_range' | 'no_such_tile' | 'tile_repeated'

/** Why this number of mines is invalid, if so: 1 to 24. */
export const checkMineCount = (mineCount: number): MinesRefusal | undefined =>
  Number.isSafeInteger(mineCount) && mineCount >= 1 && mineCount < MINES_TILES
    ? undefined
    : 'mines_out_of_range'

/** The mines of these seeds in drawing order, tiles 0 to 24. Asserts: 1 to 24 mines. */
export const placeMines = (hmac: HmacSha256, seeds: Seeds, mineCount: number): number[] => {
  assertMines(mineCount)
  return drawPlaces(fairWords(hmac, seeds, MINES_TILES - 1), MINES_TILES, mineCount)
}

const assertMines = (mineCount: number): void => {
  if (checkMineCount(mineCount)) throw new Error(`mines must be 1 to ${MINES_TILES - 1}, got ${mineCount}`)
}

/**
 * What the round pays after this many safe tiles: return × C(25, k) / C(25 − m, k), to the nearest hundredth.
 * Nothing opened yet pays the stake back: 1.00.
 * Asserts: 1 to 24 mines, no more safe tiles than there are.
 * Source: docs/maths/mines.md.
 */
export const minesMultiplier = (
  mineCount: number,
  safe: number,
  returnPercent = RETURN_PERCENT,
): Multiplier => {
  assertMines(mineCount)
  assertReturn(returnPercent)
  if (!Number.isSafeInteger(safe) || safe < 0 || safe > MINES_TILES - mineCount) {
    throw new Error(`safe tiles out of range: ${safe}`)
  }
  if (safe === 0) return 100
  return hundredths(
    BigInt(returnPercent) * choose(MINES_TILES, safe),
    100n * choose(MINES_TILES - mineCount, safe),
  )
}

/** The exact chance of this many safe tiles in a row. */
export const minesChance = (mineCount: number, safe: number): Fraction =>
  fraction(choose(MINES_TILES - mineCount, safe), choose(MINES_TILES, safe))

/** Exact return to player of stopping after this many safe tiles. */
export const minesReturnToPlayer = (
  mineCount: number,
  safe: number,
  returnPercent = RETURN_PERCENT,
): Fraction =>
  multiply(minesChance(mineCount, safe), fraction(minesMultiplier(mineCount, safe, returnPercent), 100))

/**
 * The minimum and maximum return over every number of mines and stopping point: multipliers are whole hundredths, so
 * each choice deviates slightly from RETURN_PERCENT. Units: shares of the stake.
 */
export const minesReturnBounds = (): { least: number; most: number } => {
  const returns: number[] = []
  for (let mineCount = 1; mineCount < MINES_TILES; mineCount += 1)
    for (let safe = 1; safe <= MINES_TILES - mineCount; safe += 1) {
      const { n, d } = minesReturnToPlayer(mineCount, safe)
      returns.push(Number(n) / Number(d))
    }
  return { least: Math.min(...returns), most: Math.max(...returns) }
}

/** Why these mines are invalid, if so: 1 to 24 different tiles of the board. */
export const checkMines = (mines: readonly number[]): MinesRefusal | undefined => {
  if (checkMineCount(mines.length)) return 'mines_out_of_range'
  if (!mines.every(isTile)) return 'no_such_tile'
  return new Set(mines).size === mines.length ? undefined : 'tile_repeated'
}

const isTile = (tile: number): boolean => Number.isSafeInteger(tile) && tile >= 0 && tile < MINES_TILES

/** A new round over given mines. Asserts: a stake of a cent or more, mines that `checkMines` allows. */
export const startMines = (stakeCents: Cents, mines: readonly number[]): MinesRound => {
  const refusal = checkStake(stakeCents) ?? checkMines(mines)
  if (refusal) throw new Error(`not a round of mines: ${refusal}`)
  return { stakeCents, mines, opened: [], status: 'playing' }
}

type Moved =
  | { readonly ok: true; readonly round: MinesRound }
  | { readonly ok: false; readonly reason: MinesStepRefusal }

/** Opens a tile: a mine ends the round, the last safe tile cashes out by itself. */
export const openTile = (round: MinesRound, tile: number): Moved => {
  if (round.status !== 'playing') return { ok: false, reason: 'round_is_over' }
  if (!isTile(tile)) return { ok: false, reason: 'no_such_tile' }
  if (round.opened.includes(tile)) return { ok: false, reason: 'tile_already_open' }
  const opened = [...round.opened, tile]
  if (round.mines.includes(tile)) return { ok: true, round: { ...round, opened, status: 'lost' } }
  const isCleared = opened.length === MINES_TILES - round.mines.length
  return { ok: true, round: { ...round, opened, status: isCleared ? 'cashed_out' : 'playing' } }
}

/** Cashes out after at least one safe tile. */
export const cashOutMines = (round: MinesRound): Moved => {
  if (round.status !== 'playing') return { ok: false, reason: 'round_is_over' }
  if (round.opened.length === 0) return { ok: false, reason: 'nothing_opened' }
  return { ok: true, round: { ...round, status: 'cashed_out' } }
}

const multiplierOf = (round: MinesRound): Multiplier =>
  round.status === 'lost' ? 0 : minesMultiplier(round.mines.length, round.opened.length)

/** The round's return in cents: 0 during play and after a loss. */
export const minesPayoutCents = (round: MinesRound): Cents =>
  payoutCents(round.stakeCents, round.status === 'cashed_out' ? multiplierOf(round) : 0)

/** The player's view of a round: mines only once it is over. */
export const minesView = (round: MinesRound): MinesView => {
  const view = {
    stakeCents: round.stakeCents,
    mineCount: round.mines.length,
    opened: round.opened,
    status: round.status,
    multiplier: multiplierOf(round),
    payoutCents: minesPayoutCents(round),
  }
  return round.status === 'playing'
    ? { ...view, nextMultiplier: minesMultiplier(round.mines.length, round.opened.length + 1) }
    : { ...view, mines: round.mines }
}
