import { isRowDifficulty, MINES_TILES, ROW_DIFFICULTIES } from '@palpite/games'
import { useText } from '../../../shared/text/text.ts'
import { useHundredths } from '../hundredths.ts'
import { TileBoard } from './TileBoard.tsx'
import type { RoundToVerify, Typed, Verdict } from './verify-round.ts'

type Outcome = Extract<Verdict['outcome'], { ok: true }>['outcome']

type Props = {
  typed: Typed
  outcome: Outcome
  /** The round with the chosen tiles, if known. */
  round: RoundToVerify | undefined
  label: string
}

/** An outcome as the game shows it: a number, the mines board, or the tower. */
export function OutcomeShown({ typed, outcome, round, label }: Props) {
  const t = useText()
  const hundredths = useHundredths()
  if (typeof outcome === 'number') {
    return (
      <span className="text-28 font-800 tracking-tighter">
        {typed.game === 'limbo'
          ? t('games.fairness.times', { multiplier: hundredths(outcome) })
          : hundredths(outcome)}
      </span>
    )
  }
  const board = typed.game === 'mines' ? minesBoard(outcome.flat(), round) : tower(outcome, typed, round)
  const where = typed.game === 'mines' ? 'games.fairness.minesAt' : 'games.fairness.safeAt'
  return <TileBoard {...board} label={t(where, { label, tiles: wordsOf(outcome) })} />
}

/** Tiles counted from one for display. */
const wordsOf = (outcome: Exclude<Outcome, number>): string =>
  outcome
    .map((tile) => (typeof tile === 'number' ? String(tile + 1) : tile.map((each) => each + 1).join('+')))
    .join(', ')

const minesBoard = (mines: readonly number[], round: RoundToVerify | undefined) => {
  const opened = round?.game === 'mines' ? round.state.opened : []
  return {
    columns: Math.sqrt(MINES_TILES),
    tiles: Array.from({ length: MINES_TILES }, (_, tile) => ({
      isTrap: mines.includes(tile),
      isChosen: opened.includes(tile),
    })),
  }
}

/** The highest row first, as in the game. */
const tower = (
  rows: readonly (number | readonly number[])[],
  typed: Typed,
  round: RoundToVerify | undefined,
) => {
  const columns = isRowDifficulty(typed.difficulty) ? ROW_DIFFICULTIES[typed.difficulty].tiles : 1
  const picks = round?.game === 'rowDouble' ? round.state.picks : []
  const lines = rows.map((safe, row) =>
    Array.from({ length: columns }, (_, tile) => ({
      isTrap: ![safe].flat().includes(tile),
      isChosen: picks[row] === tile,
    })),
  )
  return { columns, tiles: lines.toReversed().flat() }
}
