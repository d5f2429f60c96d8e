/** How many numbers are remembered to recognise repeated messages: a busy player's day. */
const maxRemembered = 5000

/**
 * A page's position in the numbered messages it must not miss. It moves only by what was received: over a gap it stays
 * at the gap's start until the server has sent everything, page by page, however often the connection is cut.
 */
export const createPlace = () => {
  /** Everything up to here was received; undefined before the first greeting. */
  let place: number | undefined
  let newest = 0
  /** Whether messages may be missing between the position and the next one. */
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
    /** A connection is opening: from now on there may be a gap. */
    connect: (): void => {
      hasGap = place !== undefined
    },
    /** The connection is up, and this is the newest message. Returns the number to request from if some are missing. */
    greet: (seq: number): number | undefined => {
      if (place !== undefined && seq > place) return place
      moveTo(seq)
      close()
      return undefined
    },
    /** The server has sent everything up to here; `whole` if nothing is left. */
    resume: ({ seq, whole }: { seq: number; whole: boolean }): void => {
      moveTo(seq)
      if (whole) close()
    },
    /** Whether this message is new. 0 is never stored, and always new. */
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
    /** Another player's messages start over. */
    forget: (): void => {
      place = undefined
      newest = 0
      hasGap = false
      seen.clear()
    },
  }
}
