import { expect, test } from 'vitest'
import { migrationFolders } from '../../apps/server/src/migrations.ts'
import { migrate } from '../../apps/server/src/platform/db/index.ts'
import { sealedTables, verifyAll } from '../../apps/server/src/verify.ts'
import { freshDatabase } from '../test/database.ts'
import { dumpDatabase, restoreDatabase } from '../../apps/server/src/platform/db/dump.ts'
import { holdsUp, tablesIn } from './in-use.ts'
import {
  changedSince,
  migrationsHere,
  readRelease,
  releasedVersions,
  textOf,
  withMigrationsOf,
} from './releases.ts'

const versions = releasedVersions()

test.each(versions)('no migration of version %s was changed since', (version) => {
  expect(changedSince(readRelease(version))).toEqual([])
})

test('no migration since the last version holds up, or fails, the servers of that version', () => {
  const last = versions.at(-1)
  const released = last === undefined ? [] : readRelease(last).migrations
  const tables = tablesIn(released.map(textOf))
  expect(tables.length).toBeGreaterThan(50)
  const sealed = sealedTables().map(({ tableName }) => tableName)
  const newer = migrationsHere().filter(
    ({ module, name }) => !released.some((file) => file.module === module && file.name === name),
  )
  expect(
    newer.flatMap((file) => holdsUp(textOf(file), tables, sealed).map((why) => `${file.name}: ${why}`)),
  ).toEqual([])
})

test.each(versions)(
  'the data of version %s is taken over: today’s migrations run on it, nothing is lost, and the ledger holds',
  async (version) => {
    const release = readRelease(version)
    const { ownerUrl, owner, drop } = await freshDatabase({ isEmpty: true })
    await withMigrationsOf(release, (folders) => migrate(ownerUrl, folders))
    const rows = await restoreDatabase(ownerUrl, release.dump)
    expect(rows).toBeGreaterThan(1000)
    expect((await dumpDatabase(ownerUrl)).rows.equals(release.dump.rows)).toBe(true)
    const ran = await migrate(ownerUrl, migrationFolders)
    const missing = ran.filter((file) =>
      release.migrations.some(({ module, name }) => file === `${module}/${name}`),
    )
    expect(missing).toEqual([])
    expect(await verifyAll(owner)).toEqual([])
    await drop()
  },
)
