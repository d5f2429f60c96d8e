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
