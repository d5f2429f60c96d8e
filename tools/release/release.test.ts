import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { migrationFolders } from '../../apps/server/src/migrations.ts'
import { type Db, migrate } from '../../apps/server/src/platform/db/index.ts'
import { sealedTables, verifyAll } from '../../apps/server/src/verify.ts'
import { freshDatabase } from '../test/database.ts'
import { dumpDatabase, restoreDatabase } from '../../apps/server/src/platform/db/dump.ts'
import { blockingStatements, tablesIn } from './in-use.ts'
import {
  changedSince,
  migrationsHere,
  readRelease,
  releasedVersions,
  textOf,
  withMigrationsOf,
} from './releases.ts'

const versions = releasedVersions()

test.each(versions)('no migration of version %s has changed since', (version) => {
  expect(changedSince(readRelease(version))).toEqual([])
})

test('no migration since the last version blocks or breaks its servers', () => {
  const last = versions.at(-1)
  const released = last === undefined ? [] : readRelease(last).migrations
  const tables = tablesIn(released.map(textOf))
  expect(tables.length).toBeGreaterThan(50)
  const sealed = sealedTables().map(({ tableName }) => tableName)
  const newer = migrationsHere().filter(
    ({ module, name }) => !released.some((file) => file.module === module && file.name === name),
  )
  expect(
    newer.flatMap((file) =>
      blockingStatements(textOf(file), tables, sealed).map((why) => `${file.name}: ${why}`),
    ),
  ).toEqual([])
})

test.each(versions)(
  'the data of version %s is taken over: today’s migrations run on it, nothing is lost, and the ledger holds',
  async (version) => {
    const release = readRelease(version)
    const { ownerUrl, owner, drop } = await freshDatabase({ isEmpty: true })
    await withMigrationsOf(release, (folders) => migrate(ownerUrl, folders))
    // As in a later year: that installation's months and days are past, and no migration creates them.
    const guards = await guardsOfPartitions(owner)
    expect(guards).toEqual(
      expect.arrayContaining([
        { name: 'ledger_entry', guards: ['ledger_entry_is_kept', 'ledger_entry_stays'] },
        { name: 'ledger_transfer', guards: ['ledger_transfer_is_kept', 'ledger_transfer_stays'] },
      ]),
    )
    await dropTables(
      owner,
      release.dump.partitions.map(({ name }) => name),
    )
    const rows = await restoreDatabase(ownerUrl, release.dump)
    expect(rows).toBeGreaterThan(1000)
    // The unpacked contents: packing depends on the machine.
    const isSame = gunzipSync((await dumpDatabase(ownerUrl)).rows).equals(gunzipSync(release.dump.rows))
    expect(isSame).toBe(true)
    expect(await guardsOfPartitions(owner)).toEqual(guards)
    const ran = await migrate(ownerUrl, migrationFolders)
    const missing = ran.filter((file) =>
      release.migrations.some(({ module, name }) => file === `${module}/${name}`),
    )
    expect(missing).toEqual([])
    expect(await verifyAll(owner)).toEqual([])
    await drop()
  },
)

async function dropTables(owner: Db, names: readonly string[]): Promise<void> {
  await owner`
    create function drop_tables(names text[]) returns void language plpgsql as $$
    declare name text;
    begin
      foreach name in array names loop execute format('drop table if exists %I', name); end loop;
    end $$`
  await owner`select drop_tables(${names}::text[])`
  await owner`drop function drop_tables`
}

/**
 * The triggers that protect the partitions of each table from change and truncation: a row per table, and one more for
 * each partition that has others or none.
 */
const guardsOfPartitions = (owner: Db) => owner`
  select distinct parent.relname as name,
         (select array_agg(tgname::text order by tgname::text)
            from pg_trigger where tgrelid = partition.oid and not tgisinternal) as guards
    from pg_class partition
    join pg_inherits on inhrelid = partition.oid
    join pg_class parent on parent.oid = inhparent
   where partition.relispartition and partition.relkind = 'r'
   order by 1, 2`
