/** Pieces of work under way at once, so many and no more; each ends for itself. */
export type Slots = {
  free: () => number
  /** Begins a piece of work; there must be a free slot. */
  start: (work: Promise<void>) => void
  /** Once nothing is under way. */
  idle: () => Promise<void>
}

type Options = {
  max: number
  failed: (error: unknown) => void
  /** After a time when none was free, one is. */
  freed: () => void
}

/** Opens so many slots. One piece of work that hangs keeps its own slot and holds up no other. */
export function openSlots({ max, failed, freed }: Options): Slots {
  const underWay = new Set<Promise<void>>()
  return {
    free: () => max - underWay.size,
    start: (work) => {
      const ended = work.catch(failed).finally(() => {
        const wasFull = underWay.size === max
        underWay.delete(ended)
        if (wasFull) freed()
      })
      underWay.add(ended)
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
