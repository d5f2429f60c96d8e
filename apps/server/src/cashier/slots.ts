/** A bounded number of concurrent pieces of work; each ends independently. */
export type Slots = {
  free: () => number
  /** Starts a piece of work, which occupies one slot or the given number; they must be free. */
  start: (work: Promise<void>, count?: number) => void
  /** Resolves once no work is under way. */
  idle: () => Promise<void>
}

type Options = {
  max: number
  failed: (error: unknown) => void
  /** Called when half of the slots are free again after all were taken, so that the next work starts as a list. */
  freed: () => void
}

/** Opens this many slots. Work that hangs keeps only its own slot. */
export function openSlots({ max, failed, freed }: Options): Slots {
  const underWay = new Set<Promise<void>>()
  let inUse = 0
  let wasFull = false
  return {
    free: () => max - inUse,
    start: (work, count = 1) => {
      const ended = work.catch(failed).finally(() => {
        underWay.delete(ended)
        inUse -= count
        if (!wasFull || inUse > max / 2) return
        wasFull = false
        freed()
      })
      underWay.add(ended)
      inUse += count
      wasFull ||= inUse === max
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
