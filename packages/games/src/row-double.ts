import type { Cents } from '@palpite/money'
import { fraction, multiply, type Fraction } from '@palpite/money/fraction'
import { fairWords, type HmacSha256, type Seeds } from './fairness.ts'
import { assertReturn, hundredths, payoutCents, type Multiplier } from './multiplier.ts'
import { checkStake } from './stake.ts'
import { drawPlaces } from './words.ts'

export const ROWS = 9
const RETURN_PERCENT = 98

/** Tiles per row, and how many are safe. `hard` doubles per row. */
export const ROW_DIFFICULTIES = {
  easy: { tiles: 4, safe: 3 },
  medium: { tiles: 3, safe: 2 },
  hard: { tiles: 2, safe: 1 },
  expert: { tiles: 3, safe: 1 },
  master: { tiles: 4, safe: 1 },
} as const

export type RowDifficulty = keyof typeof ROW_DIFFICULTIES

/** Whether this is one of the five difficulties. */
export const isRowDifficulty = (name: string): name is RowDifficulty => Object.hasOwn(ROW_DIFFICULTIES, name)

/** A climb for the house: each row's safe tiles from the bottom, and the picked tiles. */
export type RowRound = {
  readonly stakeCents: Cents
  readonly difficulty: RowDifficulty
  readonly safeTiles: readonly (readonly number[])[]
  readonly picks: readonly number[]
  readonly status: 'playing' | 'lost' | 'cashed_out'
}

/** The player's view: climbed rows during play, every row once it is over. */
export type RowView = {
  readonly stakeCents: Cents
  readonly difficulty: RowDifficulty
  readonly picks: readonly number[]
  readonly status: RowRound['status']
  readonly multiplier: Multiplier
  readonly nextMultiplier?: Multiplier
  readonly payoutCents: Cents
  readonly safeTiles?: readonly (readonly number[])[]
}

/** Why a step is refused. */
export type RowStepRefusal = 'round_is_over' | 'no_such_tile' | 'nothing_climbed'

/** Why safe tiles are invalid. */
export type RowRefusal = 'not_nine_rows' | 'not_its_safe_tiles' | 'no_such_tile' | 'tile_repeated'

/** The safe tiles of the nine rows for these seeds, bottom first, in the order drawn; floats run on over the rows. */
export const placeRows = (hmac: HmacSha256, seeds: Seeds, difficulty: RowDifficulty): number[][] => {
  const { tiles, safe } = ROW_DIFFICULTIES[difficulty]
  const words = fairWords(hmac, seeds, ROWS * safe)
  return Array.from({ length: ROWS }, (_, row) =>
    drawPlaces(words.slice(row * safe, (row + 1) * safe), tiles, safe),
  )
}

/**
 * What the climb pays after this many rows: return × (tiles / safe)^rows, to the nearest hundredth; 1.00 before the first.
 * Asserts: 0 to 9 rows.
 * Source: docs/maths/row-double.md.
 */
export const rowMultiplier = (
  difficulty: RowDifficulty,
  rows: number,
  returnPercent = RETURN_PERCENT,
): Multiplier => {
  assertReturn(returnPercent)
  if (!Number.isSafeInteger(rows) || rows < 0 || rows > ROWS) throw new Error(`rows out of range: ${rows}`)
  if (rows === 0) return 100
  const { tiles, safe } = ROW_DIFFICULTIES[difficulty]
  return hundredths(
    BigInt(returnPercent) * BigInt(tiles) ** BigInt(rows),
    100n * BigInt(safe) ** BigInt(rows),
  )
}

/** The exact chance of climbing this many rows. */
export const rowChance = (difficulty: RowDifficulty, rows: number): Fraction => {
  const { tiles, safe } = ROW_DIFFICULTIES[difficulty]
  return fraction(BigInt(safe) ** BigInt(rows), BigInt(tiles) ** BigInt(rows))
}

/** Exact return to player of stopping after this many rows. */
export const rowReturnToPlayer = (
  difficulty: RowDifficulty,
  rows: number,
  returnPercent = RETURN_PERCENT,
): Fraction =>
  multiply(rowChance(difficulty, rows), fraction(rowMultiplier(difficulty, rows, returnPercent), 100))

/** Why these safe tiles are invalid, if so: nine rows, each with its difficulty's number of different tiles. */
export const checkRows = (
  difficulty: RowDifficulty,
  safeTiles: readonly (readonly number[])[],
): RowRefusal | undefined => {
  const { tiles, safe } = ROW_DIFFICULTIES[difficulty]
  if (safeTiles.length !== ROWS) return 'not_nine_rows'
  if (!safeTiles.every((row) => row.length === safe)) return 'not_its_safe_tiles'
  if (!safeTiles.flat().every((tile) => isTile(tile, tiles))) return 'no_such_tile'
  return safeTiles.every((row) => new Set(row).size === safe) ? undefined : 'tile_repeated'
}

const isTile = (tile: number, tiles: number): boolean =>
  Number.isSafeInteger(tile) && tile >= 0 && tile < tiles

/** A new climb over given safe tiles. Asserts: a stake of a cent or more, rows that `checkRows` allows. */
export const startRows = (
  stakeCents: Cents,
  difficulty: RowDifficulty,
  safeTiles: readonly (readonly number[])[],
): RowRound => {
  const refusal = checkStake(stakeCents) ?? checkRows(difficulty, safeTiles)
  if (refusal) throw new Error(`not a climb of ${difficulty}: ${refusal}`)
  return { stakeCents, difficulty, safeTiles, picks: [], status: 'playing' }
}

type Moved =
  | { readonly ok: true; readonly round: RowRound }
  | { readonly ok: false; readonly reason: RowStepRefusal }

/** Picks a tile of the next row: an unsafe one ends the climb, the last row cashes out by itself. */
export const pickTile = (round: RowRound, tile: number): Moved => {
  if (round.status !== 'playing') return { ok: false, reason: 'round_is_over' }
  const { tiles } = ROW_DIFFICULTIES[round.difficulty]
  if (!isTile(tile, tiles)) return { ok: false, reason: 'no_such_tile' }
  const isSafe = round.safeTiles[round.picks.length]?.includes(tile) ?? false
  const picks = [...round.picks, tile]
  const status = isSafe ? (picks.length === ROWS ? 'cashed_out' : 'playing') : 'lost'
  return { ok: true, round: { ...round, picks, status } }
}

/** Cashes out after at least one row. */
export const cashOutRows = (round: RowRound): Moved => {
  if (round.status !== 'playing') return { ok: false, reason: 'round_is_over' }
  if (round.picks.length === 0) return { ok: false, reason: 'nothing_climbed' }
  return { ok: true, round: { ...round, status: 'cashed_out' } }
}

const multiplierOf = (round: RowRound): Multiplier =>
  round.status === 'lost' ? 0 : rowMultiplier(round.difficulty, round.picks.length)

/** The climb's return in cents: 0 during play and after a loss. */
export const rowPayoutCents = (round: RowRound): Cents =>
  payoutCents(round.stakeCents, round.status === 'cashed_out' ? multiplierOf(round) : 0)

/** The player's view of a climb: the safe tiles only once it is over. */
export const rowView = (round: RowRound): RowView => {
  const view = {
    stakeCents: round.stakeCents,
    difficulty: round.difficulty,
    picks: round.picks,
    status: round.status,
    multiplier: multiplierOf(round),
    payoutCents: rowPayoutCents(round),
  }
  return round.status === 'playing'
    ? { ...view, nextMultiplier: rowMultiplier(round.difficulty, round.picks.length + 1) }
    : { ...view, safeTiles: round.safeTiles }
}
