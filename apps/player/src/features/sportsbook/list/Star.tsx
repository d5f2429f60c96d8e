import { cx, Icon } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { type Match, useStar } from './followed.ts'

type Props = {
  fixture: Match
  /** The side to follow in all its matches; without it only this match. */
  side?: 'home' | 'away'
  /** In a low row for pointer devices. */
  low?: boolean
  className?: string
}

/** Follows a match or side: filled while followed. Its touch area is finger-sized. */
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
