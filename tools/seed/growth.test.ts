import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealedTables, verifyAll } from '../../apps/server/src/verify.ts'
import { appendToLog } from '../../apps/server/src/platform/public-log.ts'
import { sealAll } from '../../apps/server/src/platform/seals.ts'
import { type FreshDatabase, freshDatabase } from '../test/database.ts'
import { testLog } from '../test/watched-logs.ts'
import { depsFor } from '../test/fleeting-databases.ts'
import { growDatabase } from './growth.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

test('a generated history has a valid ledger, rounds, seals and public log', async () => {
  const deps = depsFor(fresh.url, {
    db: fresh.db,
    log: testLog(),
    env: {},
  })
  const grown = await growDatabase(fresh.ownerUrl, { players: 300, entries: 2400, days: 40 })
  expect(grown.entries).toBe(2400)
  await appendToLog(deps)
  await sealAll(fresh.db, sealedTables())
  expect(await verifyAll(fresh.db)).toEqual([])
  await expect(growDatabase(fresh.ownerUrl, { players: 20, entries: 20, days: 3 })).rejects.toThrow(
    'these days are sealed',
  )
})

test('nothing is generated while a server uses the database', async () => {
  await fresh.owner`insert into platform_server (id, version, standing) values (${'a'.repeat(32)}, '1.0.0', '{}')`
  await expect(growDatabase(fresh.ownerUrl, { players: 1, entries: 1, days: 3 })).rejects.toThrow(
    'a server runs on this database',
  )
})
