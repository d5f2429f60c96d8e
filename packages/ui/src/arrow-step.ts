import type { KeyboardEvent } from 'react'

/** How far an arrow leads along a row: to the side by one, read from where the page begins; up and down by `line`. */
export const arrowStep = ({ key, currentTarget }: KeyboardEvent, line = 1): number | undefined => {
  const onward = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1
  const steps: Record<string, number> = {
    ArrowRight: onward,
    ArrowLeft: -onward,
    ArrowDown: line,
    ArrowUp: -line,
  }
  return steps[key]
}
