import {
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
  rootOver,
  subtreesOf,
  type TreeHash,
} from '@palpite/games/log'
import { present } from '../assert.ts'
import type { Sql } from '../db/index.ts'
import { selectEntries, selectHashes, selectHead, selectLeafPlace } from './queries.ts'

/** Entries in one answer. */
const MAX_ENTRIES = 1000

/** The roots of parts of the tree, all read by one statement: as many hashes as twice the tree is high. */
async function rootsOf(sql: Sql, ranges: readonly LeafRange[]): Promise<TreeHash[]> {
  const parts = ranges.map((range) => subtreesOf(range))
  const rows = await selectHashes(sql, parts.flat())
  const hashes = rows.map(({ hash }) => present(hash, 'a subtree of the log'))
  let at = 0
  return parts.map(({ length }) => rootOver(hashes.slice(at, (at += length))))
}

/** The newest signed head; nothing while the log is empty. */
export const readHead = async (sql: Sql) => {
  const head = await selectHead(sql)
  return head && { ...head, timestampMs: head.signedAt.getTime() }
}

/** Where a leaf is and what proves it in the log of this size, or of all of it; nothing where it is not in that. */
export async function proveInclusion(
  sql: Sql,
  leaf: TreeHash,
  ofSize?: number,
): Promise<{ leafIndex: number; size: number; path: TreeHash[] } | undefined> {
  const size = await knownSize(sql, ofSize)
  const leafIndex = await selectLeafPlace(sql, leaf)
  if (size === undefined || leafIndex === undefined || leafIndex >= size) return undefined
  return { leafIndex, size, path: await rootsOf(sql, inclusionRanges(leafIndex, size)) }
}

/** What proves that the log of the later size begins with that of the earlier one; nothing where it never was so large. */
export async function proveConsistency(
  sql: Sql,
  earlier: number,
  later: number,
): Promise<TreeHash[] | undefined> {
  if (earlier < 1 || earlier > later || (await knownSize(sql, later)) === undefined) return undefined
  return rootsOf(sql, consistencyRanges(earlier, later))
}

/** Contents in order from a place on: no more than an answer holds, and none that no head is signed over yet. */
export const readEntries = async (sql: Sql, from: number, count: number): Promise<string[]> =>
  (await selectEntries(sql, from, Math.min(count, MAX_ENTRIES))).map(({ content }) => content)

/** This size, or that of the whole log; nothing where the log is smaller or empty. */
async function knownSize(sql: Sql, size?: number): Promise<number | undefined> {
  const head = await selectHead(sql)
  return !head || (size ?? 1) > head.size || size === 0 ? undefined : (size ?? head.size)
}
