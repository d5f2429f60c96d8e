/** A tile of quarter circles: which motif, how many quarter turns. */
export type Tile = { x: number; y: number; motif: number; turns: number }

/** Pseudo-random numbers from 0 to 1, the same for the same seed: art must not change between two visits. */
export const seededNumbers = (seed: number) => {
  let state = seed
  return (): number => {
    state = Math.imul(state ^ (state >>> 15), state | 1)
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
    return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296
  }
}

const motifs = 6

/** A wall of tiles, row by row, drawn from the seed alone. */
export const wallOf = (seed: number, columns: number, rows: number): Tile[] => {
  const next = seededNumbers(seed)
  return Array.from({ length: columns * rows }, (_, index) => ({
    x: index % columns,
    y: Math.floor(index / columns),
    motif: Math.floor(next() * motifs),
    turns: Math.floor(next() * 4),
  }))
}
