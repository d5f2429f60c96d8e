/** Reports an event that outsiders can cause as often as they like. */
export type RepeatAggregator<T> = (what: T) => void

/**
 * Reports the first event at once. Those that follow within `everyMs` are reported together when the time is over: the last of
 * them, and in `times` how many there were.
 */
export function aggregateRepeats<T>(
  everyMs: number,
  tell: (what: T, times: number) => void,
): RepeatAggregator<T> {
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

/** Passes the first of many similar log lines, then one per period together with the number left out in between. */
export function rateLimitedLog(everyMs: number): (tell: (leftOut: number) => void) => void {
  let nextAt = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return (tell) => {
    const now = performance.now()
    if (now < nextAt) {
      leftOut += 1
      return
    }
    nextAt = now + everyMs
    tell(leftOut)
    leftOut = 0
  }
}
