import { fairWords, scale, type HmacSha256, type Seeds } from './fairness.ts'

/** Draws `count` different places of 0 … size - 1 in order: each word takes one out of the remaining pool. */
export const drawPlaces = (words: readonly number[], size: number, count: number): number[] => {
  if (!(count >= 0 && count <= size && words.length >= count))
    throw new Error(`cannot draw ${count} of ${size}`)
  const pool = Array.from({ length: size }, (_, place) => place)
  return Array.from({ length: count }, (_, drawn) => {
    const [place = 0] = pool.splice(scale(words[drawn] ?? 0, pool.length), 1)
    return place
  })
}

/** A whole shuffle of 0 … size - 1 from these seeds, as public verifiers compute it. Asserts: 1 to 1,024 places. */
export const fairShuffle = (hmac: HmacSha256, seeds: Seeds, size: number): number[] =>
  drawPlaces(fairWords(hmac, seeds, size), size, size)
