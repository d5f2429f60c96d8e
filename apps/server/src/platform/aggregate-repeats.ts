/** Something that strangers can make happen as often as they like, told without end no more often than this. */
export type Gatherer<T> = (what: T) => void

/**
 * Tells the first at once, and of those that follow within `everyMs` only how many there were, once the time is over,
 * with the last of them. `times` counts those that one telling stands for.
 */
export function gather<T>(everyMs: number, tell: (what: T, times: number) => void): Gatherer<T> {
  let waiting: { last: T; times: number } | undefined
  let isQuiet = true
  const turn = () => {
    const told = waiting
    waiting = undefined
    isQuiet = told === undefined
    if (!told) return
    tell(told.last, told.times)
    setTimeout(turn, everyMs).unref()
  }
  return (what) => {
    if (!isQuiet) {
      waiting = { last: what, times: (waiting?.times ?? 0) + 1 }
      return
    }
    isQuiet = false
    tell(what, 1)
    setTimeout(turn, everyMs).unref()
  }
}
