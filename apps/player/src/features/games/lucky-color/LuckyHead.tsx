import { luckyColours } from '@palpite/games'
import { cx } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { type OwnBet, sumsOf } from '../room/bets.ts'
import { phaseTexts } from '../room/phase-texts.ts'
import type { RoomState } from '../room/use-game-room.ts'
import { Ball } from './Ball.tsx'
import css from './Lucky.module.css'
import { useDigitWords } from './use-digit-words.ts'

const around = 2 * Math.PI * 44

type Props = { room: RoomState; bets: readonly OwnBet[] }

/** The countdown ring, the round's number, and the last draw. */
export function LuckyHead({ room, bets }: Props) {
  const t = useText()
  const format = useFormat()
  const words = useDigitWords()
  const { round, phase, leftMs, reported, before, isVoid } = room
  const openMs = round ? Date.parse(round.closesAt) - Date.parse(round.opensAt) : 1
  const leftSeconds = Math.ceil(leftMs / 1000)
  // Steps with its digit: a continuous outline would repaint sixty times a second.
  const share = phase === 'open' || phase === 'closing' ? Math.min(1, (leftSeconds * 1000) / openMs) : 0
  const last = reported ?? before ?? undefined
  const { stakeCents, netCents } = sumsOf(bets)
  const isSettled = bets.every(({ status }) => status !== 'open')
  return (
    <section
      aria-label={t('rooms.page.round')}
      data-phase={phase}
      data-reported={reported === undefined ? undefined : luckyColours(reported)[0]}
      className={cx(css['head'], 'hairline flex items-center gap-16 rounded-18 bg-surface-1 p-16')}
    >
      <div className="relative grid size-84 shrink-0 place-items-center">
        <svg
          viewBox="0 0 100 100"
          aria-hidden="true"
          data-phase={phase}
          className={cx(css['ring'], 'absolute inset-0')}
        >
          <circle cx="50" cy="50" r="44" />
          <circle cx="50" cy="50" r="44" strokeDasharray={around} strokeDashoffset={around * (1 - share)} />
        </svg>
        {phase === 'drawing' ? (
          <span aria-hidden="true" className="text-20">
            …
          </span>
        ) : (
          <span role="timer" className="text-20 font-800 tabular-nums">
            {leftSeconds}
          </span>
        )}
      </div>
      <div className="relative grid min-w-0 flex-1 gap-2">
        <p className="text-14 font-700">
          {isVoid ? t('rooms.result.notDrawn') : t(phaseTexts[phase])}
          {round && (
            <span className="block text-12 font-400 text-text-2">
              {t('rooms.page.number', { number: round.place + 1 })}
            </span>
          )}
        </p>
        <p role="status" className="text-13 font-600">
          {isVoid && t('rooms.result.refunded')}
          {reported !== undefined && words(reported)}
          {reported !== undefined && stakeCents > 0 && isSettled && (
            <span className={cx('block', netCents > 0 && 'text-win')}>
              {t('rooms.result.net', { amount: format.signedMoney(netCents) })}
            </span>
          )}
        </p>
      </div>
      {last !== undefined && (
        <div className="relative grid justify-items-center gap-2">
          <Ball digit={last} className="size-52 text-20" />
          <span className="text-11 text-text-2">{t('lucky.page.last')}</span>
          <span className="sr-only">{words(last)}</span>
        </div>
      )}
    </section>
  )
}
