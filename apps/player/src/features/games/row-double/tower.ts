import { ROW_DIFFICULTIES, rowChance, type RowDifficulty, rowMultiplier, ROWS } from '@palpite/games'
import type { RoundOdds } from '../auto/chance-of-ruin.ts'
import { shareOf } from '../paced/worth.ts'
import type { PacedRound } from '../paced/use-paced-round.ts'
import type { StakeBounds } from '../stake.ts'

export type RowRound = PacedRound<'rowDouble'>

/** What a tile shows: nothing yet, a star to climb by, or a gap. */
export type StepFace = { face: 'closed' | 'safe' | 'gap'; isPicked: boolean }

/** A row of the tower. `current` is the one to pick from now; `aimed` is on the path that automatic play climbs. */
export type TowerRow = {
  row: number
  multiplierE4: number
  state: 'climbed' | 'current' | 'ahead' | 'fallen' | 'aimed'
  tiles: StepFace[]
}

export const difficulties = Object.keys(ROW_DIFFICULTIES) as RowDifficulty[]

/** The rows from the bottom up, as this round leaves them; all ahead without one. */
export const towerOf = (difficulty: RowDifficulty, round: RowRound | undefined): TowerRow[] => {
  const { picks = [], safeTiles = null } = round?.state ?? {}
  const hasFallen = round?.status === 'lost'
  return Array.from({ length: ROWS }, (_, row) => {
    const picked = picks[row]
    const isLastPick = row === picks.length - 1
    return {
      row,
      multiplierE4: rowMultiplier(difficulty, row + 1) * 100,
      state:
        picked !== undefined
          ? hasFallen && isLastPick
            ? 'fallen'
            : 'climbed'
          : round?.status === 'open' && row === picks.length
            ? 'current'
            : 'ahead',
      tiles: Array.from({ length: ROW_DIFFICULTIES[difficulty].tiles }, (__, tile) => {
        const isPicked = picked === tile
        const safe = safeTiles?.[row]
        if (safe) return { face: safe.includes(tile) ? 'safe' : 'gap', isPicked }
        return { face: isPicked ? 'safe' : 'closed', isPicked }
      }),
    }
  })
}

/** The rows from the bottom up while a path is being chosen: those on it, and the one it may go on with. */
export const pathTower = (difficulty: RowDifficulty, path: readonly number[]): TowerRow[] =>
  towerOf(difficulty, undefined).map((row) => ({
    ...row,
    state: row.row < path.length ? 'aimed' : row.row === path.length ? 'current' : 'ahead',
    tiles: row.tiles.map((tile, at) => ({ ...tile, isPicked: path[row.row] === at })),
  }))

/** A path that goes by this tile in this row. The last of its tiles, chosen again, is taken back. */
export const pathAfter = (path: readonly number[], row: number, tile: number): number[] => {
  if (row === path.length - 1 && path[row] === tile) return path.slice(0, -1)
  if (row >= path.length) return row === path.length ? [...path, tile] : [...path]
  return path.map((each, at) => (at === row ? tile : each))
}

/** The exact chance of climbing so many rows, and what they pay; nothing for none. */
export const pathOdds = (difficulty: RowDifficulty, rows: number): RoundOdds | undefined =>
  rows === 0
    ? undefined
    : {
        chance: shareOf(rowChance(difficulty, rows)),
        multiplierE4: rowMultiplier(difficulty, rows) * 100,
      }

/** How many rows were climbed: every pick but a gap. */
export const rowsClimbed = ({ state, status }: RowRound): number =>
  state.picks.length - (status === 'lost' ? 1 : 0)

/** Whether the climb ended above the last row. */
export const hasReachedTop = (round: RowRound): boolean =>
  round.status === 'won' && round.state.picks.length === ROWS

/** What each row multiplies by, in hundredths: how many tiles it has for each that holds. */
export const rowFactor = (difficulty: RowDifficulty): number => {
  const { safe, tiles } = ROW_DIFFICULTIES[difficulty]
  return Math.round((tiles * 100) / safe)
}

/** The bounds of a stake at this difficulty: what so many rows pay, the first by hand, is no more than a round pays. */
export const rowStakeBounds = (
  difficulty: RowDifficulty,
  rows: number,
  { minStakeCents, maxStakeCents, maxPayoutCents }: Omit<StakeBounds, 'maxPaidStakeCents'>,
): StakeBounds => ({
  minStakeCents,
  maxStakeCents,
  maxPayoutCents,
  maxPaidStakeCents: Math.floor((maxPayoutCents * 100) / rowMultiplier(difficulty, rows)),
})
