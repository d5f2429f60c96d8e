import { ROW_DIFFICULTIES, type RowDifficulty, rowMultiplier, ROWS } from '@palpite/games'
import type { PacedRound } from '../paced/use-paced-round.ts'
import type { StakeBounds } from '../stake.ts'

export type RowRound = PacedRound<'rowDouble'>

/** What a tile shows: nothing yet, a star to climb by, or a gap. */
export type StepFace = { face: 'closed' | 'safe' | 'gap'; isPicked: boolean }

/** A row of the tower. `current` is the one to pick from now. */
export type TowerRow = {
  row: number
  multiplierE4: number
  state: 'climbed' | 'current' | 'ahead' | 'fallen'
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

/** How many rows were climbed: every pick but a gap. */
export const rowsClimbed = ({ state, status }: RowRound): number =>
  state.picks.length - (status === 'lost' ? 1 : 0)

/** Whether the climb ended above the last row. */
export const hasReachedTop = (round: RowRound): boolean =>
  round.status === 'won' && round.state.picks.length === ROWS

/** How many rows the tower is moved down, so that the row to pick from stays in the lower part of what is seen. */
export const rowsScrolled = (climbed: number, rowsSeen: number): number =>
  Math.min(Math.max(0, climbed - 1), Math.max(0, ROWS - rowsSeen))

/** The bounds of a stake at this difficulty: the first row may pay no more than a round does. */
export const rowStakeBounds = (
  difficulty: RowDifficulty,
  { minStakeCents, maxStakeCents, maxPayoutCents }: Omit<StakeBounds, 'maxPaidStakeCents'>,
): StakeBounds => ({
  minStakeCents,
  maxStakeCents,
  maxPayoutCents,
  maxPaidStakeCents: Math.floor((maxPayoutCents * 100) / rowMultiplier(difficulty, 1)),
})
