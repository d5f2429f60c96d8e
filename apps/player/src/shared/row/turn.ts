export type Way = 'before' | 'after'

/** Fractions of a pixel are no way to go. */
export const SLACK_PX = 2

/** The row itself: what stands last in its place, after the arrows. */
export const rowIn = (place: HTMLElement): HTMLElement | undefined =>
  place.lastElementChild instanceof HTMLElement ? place.lastElementChild : undefined

/** Brings what is cut off at one end of the row, or comes next there, to its other end. */
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
