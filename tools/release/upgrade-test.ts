import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '../../apps/server/src/platform/db/index.ts'
import { startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { withDeps } from '../import/with-deps.ts'
import { thenStop } from '../test/then-stop.ts'
import { openWholeApp } from '../test/whole-app.ts'
import { restoreDatabase } from '../../apps/server/src/platform/db/dump.ts'
import { continueDay, playDay } from './play-day.ts'
import { readRelease, type Release, releasedVersions, withMigrationsOf } from './releases.ts'

/**
 * `npm run upgrade-test`: starts this version on the last release's data (`--from VERSION` for another), continues its
 * open items, plays another day, and verifies the ledger before and after. Exit code 1 on any failure.
 */
const { values } = parseArgs({ options: { from: { type: 'string' } } })
const version = values.from ?? releasedVersions().at(-1)
if (version === undefined) throw new Error('nothing was released yet: npm run release')
const folder = mkdtempSync(join(tmpdir(), 'palpite-upgrade-'))
chmodSync(folder, 0o755) // the database's user must be able to enter it
const dataDir = join(folder, 'data')
try {
  const release = readRelease(version)
  await restoreRelease(release)
  await prove('before the upgrade')
  const app = await openWholeApp({ DATA_DIR: dataDir })
  await thenStop(app, async () => {
    for (const left of release.left) await continueDay(app, left)
    console.log(`${release.left.length} players found their money, and went on with what they had left open.`)
    await playDay(app)
    console.log('One more day was played.')
  })
  await prove('after it')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** That version's data folder. */
async function restoreRelease(release: Release): Promise<void> {
  mkdirSync(join(dataDir, 'sandbox'), { recursive: true })
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(release.secrets), { mode: 0o600 })
  writeFileSync(join(dataDir, 'sandbox', 'sandbox.sqlite'), release.sandbox)
  const postgres = await startPostgres({ dataDir })
  try {
    await withMigrationsOf(release, (folders) => migrate(postgres.ownerUrl, folders))
    const rows = await restoreDatabase(postgres.ownerUrl, release.dump)
    console.log(`Version ${release.version} of ${release.madeAt} is back: ${rows} rows.`)
  } finally {
    await postgres.stop()
  }
}

/** Runs missing migrations and all verifications. */
async function prove(when: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const findings = await withDeps(env, ({ db }) => verifyAll(db))
  for (const finding of findings) console.error(finding)
  console.log(`The ledger ${when}: ${findings.length} findings.`)
  if (findings.length > 0) process.exitCode = 1
}
