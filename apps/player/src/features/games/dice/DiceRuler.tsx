import type { DiceBet } from '@palpite/games'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useRef } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { targetBoundsOf } from './dice-bet.ts'
import css from './DiceRuler.module.css'
import { targetAfterKey } from './target-after-key.ts'

type Props = {
  bet: DiceBet
  onTarget: (targetHundredths: number) => void
  /** Where the last roll landed, and whether it won. */
  landed: { hundredths: number; won: boolean } | undefined
  disabled: boolean
}

const max = 10_000

/** The line from 0 to 100 with the winning range, a target thumb, and the last roll. */
export function DiceRuler({ bet, onTarget, landed, disabled }: Props) {
  const t = useText()
  const line = useRef<HTMLDivElement>(null)
  const target = bet.targetHundredths / max
  const bounds = targetBoundsOf(bet)

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (disabled || (event.type === 'pointermove' && !event.currentTarget.hasPointerCapture(event.pointerId)))
      return
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    const box = line.current?.getBoundingClientRect()
    if (box) onTarget(Math.round(((event.clientX - box.left) / box.width) * 100) * 100)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = targetAfterKey(event.key, bet.targetHundredths)
    if (next === undefined || disabled) return
    event.preventDefault()
    onTarget(next)
  }

  return (
    // Numbers grow to the right in every script.
    <div dir="ltr" className={css.ruler}>
      <div className={css.marks} aria-hidden="true">
        {[0, 25, 50, 75, 100].map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </div>
      <div ref={line} className={css.line} onPointerDown={drag} onPointerMove={drag} data-side={bet.side}>
        <span
          className={css.zone}
          style={{ insetInlineStart: 0, inlineSize: `${target * 100}%` }}
          data-part="under"
        />
        <span
          className={css.zone}
          style={{ insetInlineEnd: 0, inlineSize: `${(1 - target) * 100}%` }}
          data-part="over"
        />
        <div
          role="slider"
          tabIndex={disabled ? -1 : 0}
          aria-label={t('games.dice.target')}
          aria-valuemin={bounds.min / 100}
          aria-valuemax={bounds.max / 100}
          aria-valuenow={bet.targetHundredths / 100}
          aria-disabled={disabled || undefined}
          onKeyDown={onKeyDown}
          className={css.thumb}
          style={{ insetInlineStart: `${target * 100}%` }}
        />
        {landed && (
          <span
            aria-hidden="true"
            className={css.landed}
            data-won={landed.won || undefined}
            style={{ insetInlineStart: `${landed.hundredths / 100}%` }}
          />
        )}
      </div>
    </div>
  )
}
