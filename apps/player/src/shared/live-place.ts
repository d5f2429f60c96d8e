/** Numbers remembered to know a message that is sent again: a day of a busy player. */
const maxRemembered = 5000

/**
 * Where a page stands in the numbered messages that it must not miss. Its place moves only by what came: over
 * a gap it stays where the gap begins until the server has sent all of it, page by page, however often the connection
 * is cut on the way.
 */
export const createPlace = () => {
  /** Everything up to here has come; none before the first greeting. */
  let place: number | undefined
  let newest = 0
  /** Whether messages may be missing between the place and what comes now. */
  let hasGap = false
  const seen = new Set<number>()

  const moveTo = (seq: number): void => {
    place = Math.max(place ?? 0, seq)
  }
  const close = (): void => {
    hasGap = false
    if (place !== undefined) moveTo(newest)
  }

  return {
    /** A connection is being opened: from now on there may be a gap. */
    connect: (): void => {
      hasGap = place !== undefined
    },
    /** The connection stands, and this is the last message so far. Answers after which one to ask, where some are missing. */
    greet: (seq: number): number | undefined => {
      if (place !== undefined && seq > place) return place
      moveTo(seq)
      close()
      return undefined
    },
    /** The server has sent everything up to here; `whole` when nothing is left. */
    resume: ({ seq, whole }: { seq: number; whole: boolean }): void => {
      moveTo(seq)
      if (whole) close()
    },
    /** Whether this message has not come yet. 0 is never stored, and always new. */
    isNew: (seq: number): boolean => {
      if (seq === 0) return true
      if (seen.has(seq)) return false
      seen.add(seq)
      const [oldest] = seen
      if (seen.size > maxRemembered && oldest !== undefined) seen.delete(oldest)
      newest = Math.max(newest, seq)
      if (!hasGap && place !== undefined) moveTo(seq)
      return true
    },
    /** Another player's messages begin at the beginning. */
    forget: (): void => {
      place = undefined
      newest = 0
      hasGap = false
      seen.clear()
    },
  }
}
