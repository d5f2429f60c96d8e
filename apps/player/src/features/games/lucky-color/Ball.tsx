import { luckyColours } from '@palpite/games'
import { cx } from '@palpite/ui'
import css from './Lucky.module.css'

/** A digit in its colours; the caller provides the words. */
export function Ball({ digit, className }: { digit: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-digit-colours={luckyColours(digit).join(' ')}
      className={cx(css['ball'], 'size-36', className)}
    >
      <span className={css['disc']}>{digit}</span>
    </span>
  )
}
