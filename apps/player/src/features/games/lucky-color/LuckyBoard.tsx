import { cx } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Board } from '../room/RoomTable.tsx'
import { usePickName } from '../room/use-pick-name.ts'
import { Ball } from './Ball.tsx'
import css from './Lucky.module.css'
import { colourPicks, digitPicks, sizePicks, termsOf } from './picks.ts'

/** The bets: colours, digits, halves, with payout and the player's stakes. A tap places a chip. */
export function LuckyBoard({ own: mine, isDisabled, onPick, isChosen }: Board) {
  const t = useText()
  const format = useFormat()
  const nameOf = usePickName()
  const props = (pick: string) => ({
    type: 'button' as const,
    disabled: isDisabled,
    'aria-pressed': isChosen(pick),
    onClick: () => onPick(pick),
  })
  const paid = (pick: string) => format.multiplier(termsOf(pick).pays * 100)
  const own = (pick: string) => {
    const cents = mine.get(pick) ?? 0
    return (
      cents > 0 && (
        <span className="text-11 font-700">{t('rooms.page.own', { amount: format.money(cents) })}</span>
      )
    )
  }
  const key =
    'frame-hover relative grid finger-52 cursor-pointer touch-manipulation content-center justify-items-center gap-1 rounded-14 p-4 active:translate-y-1 aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-brand-text'
  return (
    <div className="grid gap-8">
      <div
        role="group"
        aria-label={t('lucky.page.colours')}
        className="grid grid-cols-3 gap-6 roomy:grid-cols-1"
      >
        {colourPicks.map((pick) => (
          <button key={pick} {...props(pick)} data-colour={pick} className={cx(css['colour'], key)}>
            <span className="text-14 font-700">{nameOf(pick)}</span>
            <span className="text-12">{paid(pick)}</span>
            {own(pick)}
          </button>
        ))}
      </div>
      <div
        role="group"
        aria-label={t('lucky.page.digits', { pays: paid('0') })}
        className="grid grid-cols-5 gap-6"
      >
        {digitPicks.map((pick) => (
          <button key={pick} {...props(pick)} className={cx(key, 'hairline bg-surface-2')}>
            <span className="sr-only">{pick}</span>
            <Ball digit={Number(pick)} />
            <span className="text-11 text-text-2">{paid(pick)}</span>
            {own(pick)}
          </button>
        ))}
      </div>
      <div role="group" aria-label={t('lucky.page.sizes')} className="grid grid-cols-2 gap-6">
        {sizePicks.map((pick) => (
          <button key={pick} {...props(pick)} className={cx(key, 'bg-surface-3')}>
            <span className="text-14 font-700">
              {nameOf(pick)} {pick === 'small' ? '0–4' : '5–9'}
            </span>
            <span className="text-12">{paid(pick)}</span>
            {own(pick)}
          </button>
        ))}
      </div>
    </div>
  )
}
