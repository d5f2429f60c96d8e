/** Numbers remembered to know a message that is told again: a day of a busy player. */
const maxRemembered = 5000

/**
 * Where a page stands in the numbered messages that it must not miss. Its place moves only by what was heard: over
 * a gap it stays where the gap begins until the server has told all of it, page by page, however often the line is
 * cut on the way.
 */
export const createPlace = () => {
  /** Everything up to here was heard; none before the first greeting. */
  let place: number | undefined
  let newest = 0
  /** Whether messages may be missing between the place and what is heard now. */
  let hasGap = false
  const heard = new Set<number>()

  const moveTo = (seq: number): void => {
    place = Math.max(place ?? 0, seq)
  }
  const close = (): void => {
    hasGap = false
    if (place !== undefined) moveTo(newest)
  }

  return {
    /** A line is being opened: from now on there may be a gap. */
    dial: (): void => {
      hasGap = place !== undefined
    },
    /** The line stands, and this is its last message so far. Answers after which one to ask, where some are missing. */
    greet: (seq: number): number | undefined => {
      if (place !== undefined && seq > place) return place
      moveTo(seq)
      close()
      return undefined
    },
    /** The server has told everything up to here; `whole` when nothing is left to tell. */
    resume: ({ seq, whole }: { seq: number; whole: boolean }): void => {
      moveTo(seq)
      if (whole) close()
    },
    /** Whether this message was not heard yet. 0 is never stored, and always new. */
    isNew: (seq: number): boolean => {
      if (seq === 0) return true
      if (heard.has(seq)) return false
      heard.add(seq)
      const [oldest] = heard
      if (heard.size > maxRemembered && oldest !== undefined) heard.delete(oldest)
      newest = Math.max(newest, seq)
      if (!hasGap && place !== undefined) moveTo(seq)
      return true
    },
    /** Another player's line begins at the beginning. */
    forget: (): void => {
      place = undefined
      newest = 0
      hasGap = false
      heard.clear()
    },
  }
}
