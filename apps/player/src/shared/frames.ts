/** A hidden page renders no frames; its items are delivered by a timer. */
const longestMs = 250

/** Collects items and delivers them once per frame, in order. */
export const openFrames = <T>(deliver: (gathered: readonly T[]) => void) => {
  let gathered: T[] = []
  let cancel: (() => void) | undefined
  const flush = (): void => {
    cancel?.()
    cancel = undefined
    const taken = gathered
    gathered = []
    if (taken.length > 0) deliver(taken)
  }
  const schedule = (): void => {
    const frame = requestAnimationFrame(flush)
    const timer = setTimeout(flush, longestMs)
    cancel = () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }
  return {
    add: (one: T): void => {
      gathered.push(one)
      if (!cancel) schedule()
    },
    /** Delivers the collected items at once. */
    flush,
  }
}
