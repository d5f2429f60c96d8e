import { useText } from '../../../shared/text/text.ts'
import { phaseTexts } from '../room/phase-texts.ts'
import type { RoomState } from '../room/use-game-room.ts'
import css from './Double.module.css'

/** The round's phase and its remaining time. */
export function CountdownBar({ room: { phase, leftMs, round, isVoid } }: { room: RoomState }) {
  const t = useText()
  const openMs = round ? Date.parse(round.closesAt) - Date.parse(round.opensAt) : 1
  const share = phase === 'open' || phase === 'closing' ? Math.min(1, leftMs / openMs) : 0
  return (
    <section aria-label={t('rooms.page.round')} className="grid gap-6" data-phase={phase}>
      <p className="flex justify-between text-13 font-600">
        <span>
          {isVoid ? t('rooms.result.notDrawn') : t(phaseTexts[phase])}
          {round && (
            <span className="text-text-2"> · {t('rooms.page.number', { number: round.place + 1 })}</span>
          )}
        </span>
        {phase !== 'drawing' && (
          <span role="timer" className="tabular-nums">
            {Math.ceil(leftMs / 1000)} s
          </span>
        )}
      </p>
      <div className="h-6 overflow-hidden rounded-full bg-surface-3">
        <div data-phase={phase} className={css.bar} style={{ transform: `scaleX(${share.toFixed(4)})` }} />
      </div>
    </section>
  )
}
