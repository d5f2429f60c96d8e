import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../tools/test/until.ts'
import { Fault } from '../fault.ts'
import { type Postgres, startPostgres } from '../postgres/start-postgres.ts'
import { type Db, openDb } from './index.ts'

/** A PostgreSQL that waits for a replica which never comes. */
let postgres: Postgres
let folder: string
let db: Db

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'palpite-unreplicated-'))
  chmodSync(folder, 0o755) // the database's account walks through
  postgres = await startPostgres({ dataDir: folder })
  db = openDb({ url: postgres.ownerUrl, connections: 3, onLostConnection: () => {} })
  await db`create table kept (id int primary key)`
  await db`alter system set synchronous_standby_names = 'nobody'`
  await db`select pg_reload_conf()`
})

afterAll(async () => {
  await db.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Cancels the one that waits for a replica, as somebody would who finds the house at a standstill. */
async function cancelled(commit: Promise<unknown>): Promise<unknown> {
  const settled = commit.catch((error: unknown) => error)
  await until('a commit waits for a replica', async () => {
    const rows = await db<{ pid: number }[]>`
      select pg_cancel_backend(pid) as pid from pg_stat_activity where wait_event = 'SyncRep'`
    return rows.length > 0
  })
  return settled
}

test('what was committed and is not known to be on a replica is no success, and what comes after is judged by itself', async () => {
  expect(await cancelled(db.begin((tx) => tx`insert into kept values (1)`))).toBeInstanceOf(Fault)
  expect(await cancelled(db`insert into kept values (2)`)).toBeInstanceOf(Fault)
  expect(await db<{ id: number }[]>`select id from kept order by id`).toEqual([{ id: 1 }, { id: 2 }])
  await db`alter system reset synchronous_standby_names`
  await db`select pg_reload_conf()`
  await until('no replica is waited for', async () => {
    const [row] = await db<{ names: string }[]>`select current_setting('synchronous_standby_names') as names`
    return row?.names === ''
  })
  expect(await db.begin((tx) => tx`insert into kept values (3)`)).toEqual([])
})
