import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { thenStop } from '../test/then-stop.ts'
import { openWholeApp } from '../test/whole-app.ts'
import { dumpDatabase } from '../../apps/server/src/platform/db/dump.ts'
import { playDay } from './play-day.ts'
import { migrationsHere, writeRelease } from './releases.ts'

/**
 * `npm run release`: plays a day in a fresh installation and stores it under `releases/` by the version in
 * package.json. From then on today's migration files never change, and `npm run upgrade-test` proves that later
 * versions continue it.
 */
const root = resolve(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const folder = mkdtempSync(join(tmpdir(), 'palpite-release-'))
chmodSync(folder, 0o755) // the database's user must be able to enter it
const dataDir = join(folder, 'data')
try {
  const app = await openWholeApp({ DATA_DIR: dataDir })
  const left = await thenStop(app, playDay)
  const dump = await thenStop(await startPostgres({ dataDir }), ({ ownerUrl }) => dumpDatabase(ownerUrl))
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as object
  const sandbox = readFileSync(join(dataDir, 'sandbox', 'sandbox.sqlite'))
  const madeAt = new Date().toISOString()
  const written = writeRelease({
    version,
    madeAt,
    migrations: migrationsHere(),
    left,
    secrets,
    dump,
    sandbox,
  })
  console.log(`Version ${version} is in ${written.folder} (${written.kb} kB).`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
