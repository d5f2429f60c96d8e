import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../tools/test/until.ts'
import { Fault } from '../errors.ts'
import { type Postgres, startPostgres } from '../postgres/start-postgres.ts'
import { type Db, openDb } from './index.ts'

/** A PostgreSQL that waits for a replica which never connects. */
let postgres: Postgres
let folder: string
let db: Db

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'palpite-unreplicated-'))
  chmodSync(folder, 0o755) // for the database's account
  postgres = await startPostgres({ dataDir: folder })
  db = openDb({ url: postgres.ownerUrl, connections: 3, onLostConnection: () => {} })
  await db`create table kept (id int primary key)`
  await db`create table tried (id int)`
  await db`alter system set synchronous_standby_names = 'nobody'`
  await db`select pg_reload_conf()`
  // The setting applies once the checkpointer has read it: until then no commit waits.
  await until('commits wait for a replica', async () => {
    let isOver = false
    const waited = db`insert into tried values (1)`.then(
      () => false,
      () => true,
    )
    void waited.then(() => (isOver = true))
    while (!isOver) await cancelWaiting()
    return waited
  })
})

afterAll(async () => {
  await db.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const cancelWaiting = () => db<{ pid: number }[]>`
  select pg_cancel_backend(pid) as pid from pg_stat_activity where wait_event = 'SyncRep'`

/** Cancels the backend that waits for a replica, as an operator might during a standstill. */
async function cancelled(commit: Promise<unknown>): Promise<unknown> {
  const settled = commit.catch((error: unknown) => error)
  await until('a commit waits for a replica', async () => (await cancelWaiting()).length > 0)
  return settled
}

test('a commit not confirmed by a replica is no success, and the next one is judged by itself', async () => {
  let heard = 0
  const write = db.begin(async (tx) => {
    tx.afterCommit(() => void (heard += 1))
    await tx`insert into kept values (1)`
  })
  expect(await cancelled(write)).toBeInstanceOf(Fault)
  expect(heard).toBe(1) // the row exists, for after-commit actions
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
