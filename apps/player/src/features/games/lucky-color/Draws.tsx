import { openOverlay, type OverlayInputs } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import type { RoomState } from '../room/use-game-room.ts'
import { Ball } from './Ball.tsx'
import { useDigitWords } from './use-digit-words.ts'

const shown = 20

type Props = Pick<RoomState, 'history'> & OverlayInputs['roomChain']

/** The last twenty draws, newest first, linked to their chain. */
export function Draws({ history, room }: Props) {
  const t = useText()
  const words = useDigitWords()
  if (history.length === 0) return <p className="text-13 text-text-2">{t('rooms.page.noHistory')}</p>
  return (
    <ol aria-label={t('games.rounds.label')} className="grid grid-cols-5 gap-6">
      {history.slice(0, shown).map(({ sharedRoundId, outcome, place }) => (
        <li key={sharedRoundId}>
          <button
            type="button"
            onClick={() => openOverlay('roomChain', { room })}
            className="relative grid w-full cursor-pointer justify-items-center gap-2 rounded-11 bg-surface-1 p-6 hover:bg-surface-2 active:bg-surface-3"
          >
            {outcome === null ? (
              <span aria-hidden="true" className="grid size-36 place-items-center text-16 text-text-2">
                –
              </span>
            ) : (
              <Ball digit={outcome} />
            )}
            <span className="sr-only">{outcome === null ? t('rooms.result.notDrawn') : words(outcome)}</span>
            <span className="text-10 text-text-2">{place + 1}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
