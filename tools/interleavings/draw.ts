/** Seeded random numbers (mulberry32): the same seed gives the same run on every machine. */
export type Draw = {
  /** A whole number from 0 to below this. */
  below: (bound: number) => number
  /** True with this percentage. */
  chance: (percent: number) => boolean
  oneOf: <T>(all: readonly T[]) => T
}

export function openDraw(seed: number): Draw {
  let state = seed >>> 0
  const below = (bound: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound)
  }
  return {
    below,
    chance: (percent) => below(100) < percent,
    oneOf: (all) => {
      const one = all[below(all.length)]
      if (one === undefined) throw new Error('there is nothing to draw from')
      return one
    },
  }
}
