import type { KeyboardEvent } from 'react'

/** An arrow key's step in a row: left and right by one in reading direction; up and down by `line`. */
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
