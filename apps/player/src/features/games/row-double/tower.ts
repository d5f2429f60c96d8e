import { ROW_DIFFICULTIES, rowChance, type RowDifficulty, rowMultiplier, ROWS } from '@palpite/games'
import type { RoundOdds } from '../auto/chance-of-ruin.ts'
import { shareOf } from '../paced/worth.ts'
import type { PacedRound } from '../paced/use-paced-round.ts'
import type { StakeBounds } from '../stake.ts'

export type RowRound = PacedRound<'rowDouble'>

/** A tile's content: unknown, a star, or a gap. */
export type StepFace = { face: 'closed' | 'safe' | 'gap'; isPicked: boolean }

/** A row of the tower. `current` is selectable now; `aimed` is on the automatic path. */
export type TowerRow = {
  row: number
  multiplierE4: number
  state: 'climbed' | 'current' | 'ahead' | 'fallen' | 'aimed'
  tiles: StepFace[]
}

export const difficulties = Object.keys(ROW_DIFFICULTIES) as RowDifficulty[]

/** The rows from the bottom after this round; all ahead without one. */
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

/** The rows from the bottom while choosing a path: those on it, and the next one. */
export const pathTower = (difficulty: RowDifficulty, path: readonly number[]): TowerRow[] =>
  towerOf(difficulty, undefined).map((row) => ({
    ...row,
    state: row.row < path.length ? 'aimed' : row.row === path.length ? 'current' : 'ahead',
    tiles: row.tiles.map((tile, at) => ({ ...tile, isPicked: path[row.row] === at })),
  }))

/** A path through this row's tile. Choosing its last tile again removes it. */
export const pathAfter = (path: readonly number[], row: number, tile: number): number[] => {
  if (row === path.length - 1 && path[row] === tile) return path.slice(0, -1)
  if (row >= path.length) return row === path.length ? [...path, tile] : [...path]
  return path.map((each, at) => (at === row ? tile : each))
}

/** The exact chance and payout of this many rows; undefined for none. */
export const pathOdds = (difficulty: RowDifficulty, rows: number): RoundOdds | undefined =>
  rows === 0
    ? undefined
    : {
        chance: shareOf(rowChance(difficulty, rows)),
        multiplierE4: rowMultiplier(difficulty, rows) * 100,
      }

/** The climbed rows: every pick but a gap. */
export const rowsClimbed = ({ state, status }: RowRound): number =>
  state.picks.length - (status === 'lost' ? 1 : 0)

/** Whether the climb reached the top. */
export const hasReachedTop = (round: RowRound): boolean =>
  round.status === 'won' && round.state.picks.length === ROWS

/** A row's multiplier in hundredths: tiles per safe tile. */
export const rowFactor = (difficulty: RowDifficulty): number => {
  const { safe, tiles } = ROW_DIFFICULTIES[difficulty]
  return Math.round((tiles * 100) / safe)
}

/** The stake bounds at this difficulty: this many rows (manually the first) pay at most a round's maximum. */
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
