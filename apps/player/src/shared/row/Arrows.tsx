import { cx, Icon } from '@palpite/ui'
import { type RefObject, useEffect, useRef } from 'react'
import { useText } from '../text/text.ts'
import { type Way, turn } from './turn.ts'
import { useMore } from './use-more.ts'

/**
 * An arrow at each end of a row that scrolls further; a press scrolls by one visible width. They are before the row in
 * tab order. CSS decides the animation, because it knows reduced motion.
 */
export function Arrows({ place }: { place: RefObject<HTMLElement | null> }) {
  const t = useText()
  const more = useMore(place)
  const pressed = useRef(false)
  useEffect(() => {
    // The pressed arrow disappeared at the end: the other one gets the focus.
    if (!pressed.current || document.activeElement !== document.body) return
    place.current?.querySelector<HTMLElement>('[data-arrow]')?.focus({ preventScroll: true })
  }, [place, more])

  const arrow = (way: Way, label: string) => (
    <button
      type="button"
      data-arrow
      aria-label={label}
      onClick={() => {
        pressed.current = true
        if (place.current) turn(place.current, way)
      }}
      className={cx(
        'absolute inset-y-0 z-2 my-auto grid size-36 cursor-pointer place-items-center rounded-full bg-surface-3 text-text shadow-2 hover:bg-surface-4',
        way === 'before' ? 'start-4' : 'end-4',
      )}
    >
      <Icon name={way === 'before' ? 'caret-left-bold' : 'caret-right-bold'} className="size-16" />
    </button>
  )
  return (
    <>
      {more.before && arrow('before', t('app.row.before'))}
      {more.after && arrow('after', t('app.row.after'))}
    </>
  )
}
