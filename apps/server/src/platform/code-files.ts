import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Deps } from './deps.ts'
import { type Job, schedule } from './schedule.ts'

/** Code that decides money and results, and the browser apps; not pictures, tests or installed packages (the lock file covers those). */
const FOLDERS = ['apps/server/src', 'packages', 'apps/player/dist', 'apps/backoffice/dist'] as const
const ENDINGS = /\.(ts|js|sql|json|html)$/
const PASSED_OVER = /(^|\/)node_modules\/|\.test\.ts$/

/** GLI-19 2.3.2: at least once a day, and whenever a server starts. */
const EVERY_MS = 24 * 60 * 60_000
/** The most file names in one log line. */
const MAX_NAMED = 20

/** The SHA-256 of each code file under this folder, by path. A missing folder has none. */
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

/** The files that changed, are gone or are new. */
export const differingFiles = (
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): string[] =>
  [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path)).sort()

/** One digest of all files, to compare with another server or the release. */
const digestOf = (hashes: ReadonlyMap<string, string>): string =>
  createHash('sha256')
    .update([...hashes].map(([path, hash]) => `${hash}  ${path}\n`).join(''))
    .digest('hex')

/**
 * Compares the code files daily with those at the server's start, and logs their digest. A running server does not read them
 * again, so a difference means that somebody changed them on disk.
 */
export function watchCodeFiles({ log, metrics }: Pick<Deps, 'log' | 'metrics'>, root: string): Job {
  const changed = metrics.gauge(
    'code_files_changed',
    'Code files that differ from those at the start of this server',
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
      if (differing.length === 0) log.info(found, 'the code files are unchanged')
      else
        log.error(
          { ...found, changed: differing.length, named: differing.slice(0, MAX_NAMED) },
          'code files were changed',
        )
    },
  })
  job.wake()
  return job
}
