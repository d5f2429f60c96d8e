export type Way = 'before' | 'after'

/** Ignores fractions of a pixel. */
export const SLACK_PX = 2

/** The row element: the last child, after the arrows. */
export const rowIn = (place: HTMLElement): HTMLElement | undefined =>
  place.lastElementChild instanceof HTMLElement ? place.lastElementChild : undefined

/** Scrolls what is cut off at one end, or comes next, to the other end. */
export const turn = (place: HTMLElement, way: Way): void => {
  const row = rowIn(place)
  if (!row) return
  const box = row.getBoundingClientRect()
  const isMirrored = getComputedStyle(row).direction === 'rtl'
  const goesRight = (way === 'after') !== isMirrored
  const isPast = (item: Element): boolean => {
    const { left, right } = item.getBoundingClientRect()
    return goesRight ? right > box.right + SLACK_PX : left < box.left - SLACK_PX
  }
  const items = [...row.children]
  const next = way === 'after' ? items.find(isPast) : items.findLast(isPast)
  next?.scrollIntoView({ inline: way === 'after' ? 'start' : 'end', block: 'nearest' })
}
