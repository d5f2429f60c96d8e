/** Lets the first of many like ones through, and then one in each period, with the number of those left out between. */
export function sparsely(everyMs: number): (tell: (leftOut: number) => void) => void {
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
