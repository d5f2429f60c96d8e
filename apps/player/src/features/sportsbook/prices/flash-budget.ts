const windowMs = 1000
const maxAtOnce = 6

/**
 * Whether one more price may flash: at most six a second, so that a goal does not make the whole page flicker. The
 * rest only show their corner.
 */
export const flashBudget = () => {
  let shown: readonly number[] = []
  return (nowMs: number): boolean => {
    shown = shown.filter((at) => nowMs - at < windowMs)
    if (shown.length >= maxAtOnce) return false
    shown = [...shown, nowMs]
    return true
  }
}
