import { type RefObject, useEffect, useState } from 'react'
import { rowIn, SLACK_PX, type Way } from './turn.ts'

type More = Readonly<Record<Way, boolean>>

const nothing: More = { before: false, after: false }

/** Whether a row can scroll back and forward, also after its content changed. */
export const useMore = (place: RefObject<HTMLElement | null>): More => {
  const [more, setMore] = useState(nothing)
  useEffect(() => {
    const row = place.current && rowIn(place.current)
    if (!row) return undefined
    const look = () => {
      const done = Math.abs(row.scrollLeft) // right to left it counts down from 0
      const before = done > SLACK_PX
      const after = row.scrollWidth - row.clientWidth - done > SLACK_PX
      setMore((was) => (was.before === before && was.after === after ? was : { before, after }))
    }
    const size = new ResizeObserver(look)
    const children = new MutationObserver(look)
    size.observe(row)
    children.observe(row, { childList: true })
    row.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      children.disconnect()
      row.removeEventListener('scroll', look)
    }
  }, [place])
  return more
}
