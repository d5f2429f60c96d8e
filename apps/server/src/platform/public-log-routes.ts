import { ok, refuse } from './result.ts'
import type { Deps } from './deps.ts'
import { type Api, serve } from './http/serve.ts'
import { logKey } from './public-log.ts'
import {
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
  rootOver,
  subtreesOf,
  type TreeHash,
} from '@palpite/games/log'
import { present } from './errors.ts'
import type { Sql } from './db/index.ts'
import { selectEntries, selectHashes, selectHead, selectLeafPlace } from './public-log-queries.ts'

/** Calls of the log from one address in ten seconds: enough for a monitor that reads page after page. */
const CALLS = 100
const SECONDS = 10

/** Opens the calls of the public log, without authentication. */
export function publicLogRoutes(
  api: Api,
  { db, config, limits }: Pick<Deps, 'db' | 'config' | 'limits'>,
): void {
  const { publicKey } = logKey(config)
  const calls = limits.limiter('public-log', CALLS, SECONDS)

  serve(api, 'GET /api/app/publicLog/head', async ({ ip }) => {
    if (!(await calls.consume(ip))) return refuse('too_many_requests')
    const head = await readHead(db)
    if (!head) return refuse('not_found')
    const { size, rootHash, timestampMs, signature } = head
    return ok({ size, rootHash, timestampMs, signature, publicKey })
  })

  serve(api, 'GET /api/app/publicLog/entries', async ({ ip, query }) => {
    if (!(await calls.consume(ip))) return refuse('too_many_requests')
    return ok({ entries: await readEntries(db, Number(query.from), Number(query.count)) })
  })

  serve(api, 'GET /api/app/publicLog/inclusion', async ({ ip, query }) => {
    if (!(await calls.consume(ip))) return refuse('too_many_requests')
    const proof = await proveInclusion(
      db,
      query.leafHash,
      query.size === undefined ? undefined : Number(query.size),
    )
    return proof ? ok(proof) : refuse('not_found')
  })

  serve(api, 'GET /api/app/publicLog/consistency', async ({ ip, query }) => {
    if (!(await calls.consume(ip))) return refuse('too_many_requests')
    const path = await proveConsistency(db, Number(query.earlier), Number(query.later))
    return path ? ok({ path }) : refuse('not_found')
  })
}

/** Entries in one answer. */
const MAX_ENTRIES = 1000

/** The roots of parts of the tree, all read in one statement: at most twice as many hashes as the tree's height. */
async function rootsOf(sql: Sql, ranges: readonly LeafRange[]): Promise<TreeHash[]> {
  const parts = ranges.map((range) => subtreesOf(range))
  const rows = await selectHashes(sql, parts.flat())
  const hashes = rows.map(({ hash }) => present(hash, 'a subtree of the log'))
  let at = 0
  return parts.map(({ length }) => rootOver(hashes.slice(at, (at += length))))
}

/** The newest signed head; undefined while the log is empty. */
export const readHead = async (sql: Sql) => {
  const head = await selectHead(sql)
  return head && { ...head, timestampMs: head.signedAt.getTime() }
}

/**
 * A leaf's position and its inclusion proof in the log of this size, or the current one; undefined if it is not
 * included.
 */
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

/** The proof that the later log extends the earlier one; undefined if it never had that size. */
async function proveConsistency(sql: Sql, earlier: number, later: number): Promise<TreeHash[] | undefined> {
  if (earlier < 1 || earlier > later || (await knownSize(sql, later)) === undefined) return undefined
  return rootsOf(sql, consistencyRanges(earlier, later))
}

/** Contents in order from a position on: at most an answer's maximum, and only entries under a signed head. */
const readEntries = async (sql: Sql, from: number, count: number): Promise<string[]> =>
  (await selectEntries(sql, from, Math.min(count, MAX_ENTRIES))).map(({ content }) => content)

/** This size, or that of the whole log; undefined if the log is smaller or empty. */
async function knownSize(sql: Sql, size?: number): Promise<number | undefined> {
  const head = await selectHead(sql)
  return !head || (size ?? 1) > head.size || size === 0 ? undefined : (size ?? head.size)
}
