/** A page that nobody looks at draws no frames; what came is put to use all the same. */
const longestMs = 250

/** Gathers what comes and hands it over once a frame, in the order in which it came. */
export const openFrames = <T>(handOver: (gathered: readonly T[]) => void) => {
  let gathered: T[] = []
  let cancel: (() => void) | undefined
  const flush = (): void => {
    cancel?.()
    cancel = undefined
    const taken = gathered
    gathered = []
    if (taken.length > 0) handOver(taken)
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
    /** Hands over what is there, at once. */
    flush,
  }
}
