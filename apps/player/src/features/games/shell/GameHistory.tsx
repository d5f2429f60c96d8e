import { Empty } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { type GameRound, openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { useRoundWords } from '../use-round-words.ts'

/** As many as fit on a desktop; the records have the rest. */
const shown = 12

/** On a desktop: the player's last rounds of this game, each linked to its details. */
export function GameHistory({ rounds }: { rounds: readonly GameRound[] }) {
  const t = useText()
  const format = useFormat()
  const { words } = useRoundWords()
  return (
    <section aria-label={t('games.history.title')} className="grid gap-8">
      <h2 className="flex min-h-44 items-center px-4 text-16 font-700 tracking-tight">
        {t('games.history.title')}
      </h2>
      {rounds.length === 0 && (
        <Empty icon="dice-five-duotone" title={t('games.records.none')} text={t('games.records.noneText')} />
      )}
      <ol className="grid gap-4">
        {rounds.slice(0, shown).map((round) => (
          <li key={round.roundId}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => openOverlay('gameRound', { round })}
              className="flex min-h-44 w-full cursor-pointer items-center gap-10 rounded-11 bg-surface-1 px-12 py-6 text-start hover:bg-surface-2"
            >
              <span className="grid min-w-0 flex-1 text-12 text-text-2">
                <span>{words(round)}</span>
                <span className="text-11 text-text-3">{format.when(round.at)}</span>
              </span>
              <span
                data-won={round.payoutCents > 0 || undefined}
                className="text-13 font-700 whitespace-nowrap data-won:text-win"
              >
                {format.signedMoney(round.payoutCents - round.stakeCents)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
