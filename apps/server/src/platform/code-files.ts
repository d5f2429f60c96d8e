import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Deps } from './deps.ts'
import { type Job, schedule } from './schedule.ts'

/** What decides money and results, and what players' browsers run: not pictures, tests or what was installed, which the lock file names. */
const FOLDERS = ['apps/server/src', 'packages', 'apps/player/dist', 'apps/backoffice/dist'] as const
const ENDINGS = /\.(ts|js|sql|json|html)$/
const PASSED_OVER = /(^|\/)node_modules\/|\.test\.ts$/

/** GLI-19 2.3.2: at least once a day, and whenever a server starts. */
const EVERY_MS = 24 * 60 * 60_000
/** Named in one line of the log. */
const MAX_NAMED = 20

/** The SHA-256 of each file of the code under this folder, by its path. A folder that is not there has none. */
export async function hashCodeFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>()
  for (const folder of FOLDERS) {
    for (const file of await filesIn(join(root, folder))) {
      const path = `${folder}/${file}`
      if (!ENDINGS.test(path) || PASSED_OVER.test(path)) continue
      const hash = createHash('sha256')
      await pipeline(createReadStream(join(root, path)), hash)
      hashes.set(path, hash.digest('hex'))
    }
  }
  return hashes
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder, { recursive: true })).map((file) => file.replaceAll('\\', '/')).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Which files differ: changed, gone or new. */
export const differingFiles = (
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): string[] =>
  [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path)).sort()

/** One digest of all files, to be held against that of another server or of the release. */
const digestOf = (hashes: ReadonlyMap<string, string>): string =>
  createHash('sha256')
    .update([...hashes].map(([path, hash]) => `${hash}  ${path}\n`).join(''))
    .digest('hex')

/**
 * Holds the files of the code against what they were when this server started, each day, and logs the digest of all of them. A running
 * server does not read them again, so a difference means that somebody changed the code beneath it.
 */
export function watchCodeFiles({ log, metrics }: Pick<Deps, 'log' | 'metrics'>, root: string): Job {
  const changed = metrics.gauge(
    'code_files_changed',
    'Files of the code that differ from when this server started',
  )
  let atStart: ReadonlyMap<string, string> | undefined
  const job = schedule({
    name: 'watch-code-files',
    everyMs: EVERY_MS,
    log,
    run: async () => {
      const now = await hashCodeFiles(root)
      const differing = differingFiles((atStart ??= now), now)
      changed.set(differing.length)
      const found = { digest: digestOf(now), files: now.size }
      if (differing.length === 0) log.info(found, 'the files of the code are as they were')
      else
        log.error(
          { ...found, changed: differing.length, named: differing.slice(0, MAX_NAMED) },
          'files of the code were changed',
        )
    },
  })
  job.wake()
  return job
}
