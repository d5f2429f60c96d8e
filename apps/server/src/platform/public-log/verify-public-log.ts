import { growTree, leafHash, rootOver, type TreeHash } from '@palpite/games/log'
import type { Sql } from '../db/index.ts'
import { isSigned, type LogKey } from './log-key.ts'
import { type HeadRow, selectEntries, selectHashes, selectHeadsAfter, selectUnpublished } from './queries.ts'

/** Entries and heads in one read. */
const ENTRIES_AT_ONCE = 1000
const HEADS_AT_ONCE = 200

/**
 * Reads the whole public log and names the first thing wrong: every kept hash and each head that was ever signed must be what
 * follows from the entries, and with the key its signature one of that key. Nothing when all of it holds.
 */
export async function verifyPublicLog(sql: Sql, key?: LogKey): Promise<string[]> {
  let tree: { size: number; edge: readonly TreeHash[] } = { size: 0, edge: [] }
  for (;;) {
    // Read before the heads: what is added meanwhile comes with its head, and is under one by then.
    const [next] = await selectEntries(sql, tree.size, 1)
    const heads = await selectHeadsAfter(sql, tree.size, HEADS_AT_ONCE)
    if (heads.length === 0) return next ? [`public log: entry ${next.place} is under no head`] : []
    for (const head of heads) {
      const grown = await readUpTo(sql, tree, head.size)
      // The first that is wrong: every head after it is wrong with it.
      if (grown.finding !== undefined) return [grown.finding]
      const wrong = wrongOf(head, grown.tree, key)
      if (wrong !== undefined) return [wrong]
      tree = grown.tree
    }
  }
}

/** The tree with the entries up to this size, and what of it is kept otherwise. */
async function readUpTo(sql: Sql, before: { size: number; edge: readonly TreeHash[] }, size: number) {
  let tree = before
  while (tree.size < size) {
    const entries = await selectEntries(sql, tree.size, Math.min(ENTRIES_AT_ONCE, size - tree.size))
    const gap = entries.findIndex(({ place }, at) => place !== tree.size + at)
    if (entries.length === 0 || gap >= 0)
      return { tree, finding: `public log: entry ${tree.size + Math.max(gap, 0)} is gone` }
    const grown = growTree(
      tree,
      entries.map(({ content }) => leafHash(content)),
    )
    const kept = await selectHashes(sql, grown.subtrees)
    const wrong = grown.subtrees.find(({ hash }, at) => kept[at]?.hash !== hash)
    if (wrong) {
      const [first, next] = [wrong.place, wrong.place + 1].map((place) => place * 2 ** wrong.level) as [
        number,
        number,
      ]
      return { tree, finding: `public log: entries ${first} to ${next - 1} are not as they were added` }
    }
    tree = grown
  }
  return { tree, finding: undefined }
}

/** What is wrong with a head, by the entries it was signed over. */
function wrongOf(
  head: HeadRow,
  tree: { edge: readonly TreeHash[] },
  key: LogKey | undefined,
): string | undefined {
  const { size, rootHash, signedAt, signature } = head
  if (rootOver(tree.edge) !== rootHash) return `public log: head ${size} is not over its entries`
  const signed = { size, rootHash, timestampMs: signedAt.getTime() }
  return key && !isSigned(key, signed, signature)
    ? `public log: head ${size} was not signed by its key`
    : undefined
}

/** Which of these contents were never published. */
export const findUnpublished = async (sql: Sql, contents: readonly string[]): Promise<string[]> =>
  (
    await selectUnpublished(
      sql,
      contents,
      contents.map((content) => leafHash(content)),
    )
  ).map(({ content }) => content)
