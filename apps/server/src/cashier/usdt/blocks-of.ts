import type { Chain } from './chain.ts'

/** Blocks that a node is asked about in one call: what public nodes take. */
const BLOCKS_AT_ONCE = 500

export type Blocks = { from: number; to: number }

/** The blocks that were made in a span, its end left out, so many at a time. */
export async function blocksOf(chain: Chain, { from, to }: { from: Date; to: Date }): Promise<Blocks[]> {
  const head = await chain.head()
  const first = await firstBlockSince(chain, from, head)
  const last = (await firstBlockSince(chain, to, head)) - 1
  const pages: Blocks[] = []
  for (let at = first; at <= last; at += BLOCKS_AT_ONCE) {
    pages.push({ from: at, to: Math.min(last, at + BLOCKS_AT_ONCE - 1) })
  }
  return pages
}

/** The first block that was made at a moment or after it: one beyond the last where none was. */
async function firstBlockSince(chain: Chain, moment: Date, head: number): Promise<number> {
  let [low, high] = [0, head + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await chain.blockAt(middle)) < moment) low = middle + 1
    else high = middle
  }
  return low
}
