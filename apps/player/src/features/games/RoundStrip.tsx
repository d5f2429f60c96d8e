import { type GameRound, openOverlay } from '../../shared/overlays.ts'
import { Row } from '../../shared/row/Row.tsx'
import { useText } from '../../shared/text/text.ts'

type Props<R extends GameRound> = {
  rounds: readonly R[]
  textOf: (round: R) => string
  /** The row's accessible name. */
  label: string
}

const shown = 20

/**
 * The last results, newest first, each linked to its details. Wins are marked by colour and word. Before the first
 * round it says that there is none; on a desktop the history says it. The row is `relative` so that visually hidden
 * words scroll with it; otherwise they would widen the page.
 */
export function RoundStrip<R extends GameRound>({ rounds, textOf, label }: Props<R>) {
  const t = useText()
  if (rounds.length === 0)
    return (
      <p className="flex finger-44 items-center px-16 text-12 text-text-3 wide:invisible">
        {t('games.records.none')}
      </p>
    )
  return (
    <Row label={label}>
      <ul
        aria-label={label}
        className="relative flex finger-44 [scrollbar-width:none] items-center gap-6 overflow-x-auto px-12"
      >
        {rounds.slice(0, shown).map((round) => (
          <li key={round.roundId}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => openOverlay('gameRound', { round })}
              data-won={round.payoutCents > 0 || undefined}
              className="reach frame-hover grid min-h-30 min-w-44 cursor-pointer place-items-center rounded-8 bg-surface-2 px-10 text-12 font-700 text-text-2 data-won:bg-win-tint data-won:text-win"
            >
              <span>
                {textOf(round)}
                <span className="sr-only">
                  {' '}
                  {round.payoutCents > 0 ? t('games.round.won') : t('games.round.lost')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Row>
  )
}
