import { cx, Icon } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { type Match, useStar } from './followed.ts'

type Props = {
  fixture: Match
  /** Of which side, in all its matches; without it of this match alone. */
  side?: 'home' | 'away'
  /** Of a row where a pointer is, among others as low as itself. */
  low?: boolean
  className?: string
}

/** Follows a match or a side: a star that is full while it is followed. Smaller than a finger, which it takes all the same. */
export function Star({ fixture, side, low = false, className }: Props) {
  const t = useText()
  const { isLit, name, toggle } = useStar(fixture, side)
  return (
    <button
      type="button"
      aria-pressed={isLit}
      aria-label={t('sportsbook.follow.button', { name })}
      onClick={toggle}
      className={cx(
        low ? 'min-h-20 min-w-(--tap-s)' : 'tap',
        'grid cursor-pointer touch-manipulation place-items-center rounded-11 text-text-3 hover:text-text aria-pressed:text-brand-text',
        className,
      )}
    >
      <Icon name={isLit ? 'star-fill' : 'star'} className="size-16" />
    </button>
  )
}
