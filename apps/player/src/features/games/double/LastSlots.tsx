import { doubleColour } from '@palpite/games'
import { cx } from '@palpite/ui'
import { openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import type { RoomState } from '../room/use-game-room.ts'
import { usePickName } from '../room/use-pick-name.ts'
import { ColourSign } from './ColourSign.tsx'
import css from './Double.module.css'

const shown = 12

/** The last twelve results, newest first, linked to their chain. */
export function LastSlots({ history }: Pick<RoomState, 'history'>) {
  const t = useText()
  const nameOf = usePickName()
  return (
    <ol aria-label={t('games.rounds.label')} className="relative grid grid-cols-12 gap-4 roomy:grid-cols-6">
      {history.slice(0, shown).map(({ sharedRoundId, outcome }) => (
        <li key={sharedRoundId}>
          <button
            type="button"
            data-colour={outcome === null ? undefined : doubleColour(outcome)}
            onClick={() => openOverlay('roomChain', { room: 'double' })}
            className={cx(
              css.colour,
              'hairline frame-hover relative grid min-h-28 w-full cursor-pointer place-items-center rounded-8 text-12 font-700',
            )}
          >
            <span className="sr-only">
              {outcome === null ? t('rooms.result.notDrawn') : `${nameOf(doubleColour(outcome))} ${outcome}`}
            </span>
            <span aria-hidden="true">
              {outcome === null ? '–' : outcome === 0 ? <ColourSign colour="white" /> : outcome}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
