import { ok, refuse } from '../result.ts'
import type { Deps } from '../deps.ts'
import { type Api, serve } from '../http/serve.ts'
import { logKey } from './log-key.ts'
import { proveConsistency, proveInclusion, readEntries, readHead } from './proofs.ts'

/** Calls of the log from one address in ten seconds: a monitor reads page after page, and nobody needs more. */
const CALLS = 100
const SECONDS = 10

/** Opens the calls of the public log, for everybody. */
export function publicLogRoutes(
  api: Api,
  { db, config, limits }: Pick<Deps, 'db' | 'config' | 'limits'>,
): void {
  const { publicKey } = logKey(config)
  const calls = limits.limiter('public-log', CALLS, SECONDS)

  serve(api, 'GET /api/app/publicLog/head', async ({ ip }) => {
    if (!(await calls.take(ip))) return refuse('too_many_requests')
    const head = await readHead(db)
    if (!head) return refuse('not_found')
    const { size, rootHash, timestampMs, signature } = head
    return ok({ size, rootHash, timestampMs, signature, publicKey })
  })

  serve(api, 'GET /api/app/publicLog/entries', async ({ ip, query }) => {
    if (!(await calls.take(ip))) return refuse('too_many_requests')
    return ok({ entries: await readEntries(db, Number(query.from), Number(query.count)) })
  })

  serve(api, 'GET /api/app/publicLog/inclusion', async ({ ip, query }) => {
    if (!(await calls.take(ip))) return refuse('too_many_requests')
    const proof = await proveInclusion(
      db,
      query.leafHash,
      query.size === undefined ? undefined : Number(query.size),
    )
    return proof ? ok(proof) : refuse('not_found')
  })

  serve(api, 'GET /api/app/publicLog/consistency', async ({ ip, query }) => {
    if (!(await calls.take(ip))) return refuse('too_many_requests')
    const path = await proveConsistency(db, Number(query.earlier), Number(query.later))
    return path ? ok({ path }) : refuse('not_found')
  })
}
