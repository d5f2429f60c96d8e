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
  /** After a time when none was free, half of them are: what is begun next is begun as a list. */
  freed: () => void
}

/** Opens so many slots. One piece of work that hangs keeps its own slot and holds up no other. */
export function openSlots({ max, failed, freed }: Options): Slots {
  const underWay = new Set<Promise<void>>()
  let wasFull = false
  return {
    free: () => max - underWay.size,
    start: (work) => {
      const ended = work.catch(failed).finally(() => {
        underWay.delete(ended)
        if (!wasFull || underWay.size > max / 2) return
        wasFull = false
        freed()
      })
      underWay.add(ended)
      wasFull ||= underWay.size === max
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
