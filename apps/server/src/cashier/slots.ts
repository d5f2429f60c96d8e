/** Pieces of work under way at once, so many and no more; each ends for itself. */
export type Slots = {
  free: () => number
  /** Begins a piece of work, which takes a slot, or as many as it says; they must be free. */
  start: (work: Promise<void>, taken?: number) => void
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
  let inUse = 0
  let wasFull = false
  return {
    free: () => max - inUse,
    start: (work, taken = 1) => {
      const ended = work.catch(failed).finally(() => {
        underWay.delete(ended)
        inUse -= taken
        if (!wasFull || inUse > max / 2) return
        wasFull = false
        freed()
      })
      underWay.add(ended)
      inUse += taken
      wasFull ||= inUse === max
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
