import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP_ROLE, type Db, openDb } from '../../apps/server/src/platform/db/index.ts'
import { createAppRole, createDatabase } from '../../apps/server/src/platform/postgres/queries.ts'
import { sumsOfTables } from '../../apps/server/src/platform/db/dump.ts'
import { drill } from '../backup/drill.ts'
import {
  type Cluster,
  missingEngine,
  openRepository,
  placeOf,
  type Repository,
  restoreInto,
  startCluster,
} from '../backup/engine.ts'
import { freePort } from '../test/free-port.ts'
import { until } from '../test/until.ts'
import { type CallingPlayer, callUntilStopped } from './callers.ts'
import { killed, startServer } from './killed-app.ts'
import { midLoad } from './load.ts'
import { openOffers, openPlayers, storedStakes, withDeps } from './world.ts'

const PLAYERS = 8
const POINT_NAME = 'as_the_sums_were_taken'
const missing = missingEngine()

let folder: string
let cluster: Cluster
let repository: Repository
let server: Awaited<ReturnType<typeof startServer>>
let url: string
let players: CallingPlayer[]

beforeAll(async () => {
  if (missing !== undefined) return
  folder = mkdtempSync(join(tmpdir(), 'palpite-restore-'))
  chmodSync(folder, 0o755) // for the database's account
  const place = placeOf(join(folder, 'original'))
  repository = openRepository(join(folder, 'backups'), place)
  cluster = await startCluster(place, { archive_mode: 'on', archive_command: repository.archiveCommand })
  await repository.call('stanza-create')
  await createDatabase(cluster.urlOf('postgres'), 'palpite')
  await createAppRole(cluster.urlOf('postgres'))
  await start()
  players = await withDeps(appUrl(), (deps) => openPlayers(deps, PLAYERS))
})

afterAll(async () => {
  if (missing !== undefined) return
  await killed(server)
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

const appUrl = () => cluster.urlOf().replace('postgres://palpite@', `postgres://${APP_ROLE}@`)

async function start(): Promise<void> {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  server = await startServer({ url: appUrl(), ownerUrl: cluster.urlOf(), port, folder, env: {} })
}

/** Players stake until this many more calls are answered. */
async function stake(answers: number) {
  const { load, stop } = callUntilStopped(url, players, await openOffers(url))
  await midLoad(load, answers)
  return stop()
}

const onOriginal = <T>(work: (db: Db) => Promise<T>): Promise<T> => onCluster(cluster, work)

async function onCluster<T>({ urlOf }: Cluster, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb({ url: urlOf(), connections: 1, onLostConnection: () => {} })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Kills the server, and settles when the database has ended its sessions: a commit that it had sent is carried out. */
async function killServer(): Promise<void> {
  await killed(server)
  const areEnded = () =>
    onOriginal(async (db) => {
      const [row] = await db<{ areEnded: boolean }[]>`
        select not exists (
                 select from pg_stat_activity
                  where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()
               ) as "areEnded"`
      return row?.areEnded === true
    })
  await until('the database has ended the sessions of the killed server', areEnded)
}

/** Everything written until now is in the archive. */
async function archived(): Promise<void> {
  await onOriginal(async (db) => {
    const [{ file } = { file: '' }] = await db<{ file: string }[]>`
      select pg_walfile_name(pg_switch_wal()) as file`
    const isThere = async () => {
      const [row] = await db<{ last: string }[]>`select last_archived_wal as last from pg_stat_archiver`
      return row !== undefined && row.last >= file
    }
    await until('the archive has all of the log', isThere)
  })
}

test.skipIf(missing !== undefined)(
  'K31: a backup made under load is restored to a moment in it, every table row by row as it was, and verifies',
  async () => {
    const { load, stop } = callUntilStopped(url, players, await openOffers(url))
    await midLoad(load, 20)
    await repository.call('backup', '--type=full')
    await midLoad(load, 20)
    await stop()
    await killServer() // the simulator writes too
    const sums = await sumsOfTables(cluster.urlOf())
    await onOriginal((db) => db`select pg_create_restore_point(${POINT_NAME})`)
    await start()
    await stake(60)
    await archived()

    const copy = await restoreInto(placeOf(join(folder, 'moment')), repository, { name: POINT_NAME })
    const [state] = await onCluster(
      copy,
      (db) => db<{ isReplaying: boolean }[]>`select pg_is_in_recovery() as "isReplaying"`,
    )
    expect(state).toEqual({ isReplaying: false }) // it would show an earlier moment until it is done
    const copied = await sumsOfTables(copy.urlOf())
    await copy.stop()
    expect(sums.size).toBeGreaterThan(50)
    expect(Object.fromEntries(copied)).toEqual(Object.fromEntries(sums))
    expect(await sumsOfTables(cluster.urlOf())).not.toEqual(sums) // the original continued
  },
)

test.skipIf(missing !== undefined)(
  'K31: up to the end of the archive the copy has every acknowledged stake, and agrees with the original',
  async () => {
    const sent = await stake(60)
    await killServer()
    await archived()
    const acknowledged = sent.filter(({ answer }) => answer !== undefined)
    expect(acknowledged.length).toBeGreaterThan(0)

    const drilled = await drill({ folder: join(folder, 'all'), repository, originalUrl: cluster.urlOf() })
    expect(drilled).toMatchObject({ findings: [], behindSeconds: 0 })
    expect(drilled.tables).toBeGreaterThan(10)
    expect(drilled.rows).toBeGreaterThan(acknowledged.length)
    const copy = await startCluster(placeOf(join(folder, 'all')))
    const stored = await withDeps(copy.urlOf(), storedStakes)
    await copy.stop()
    expect(acknowledged.filter(({ requestId }) => stored.get(requestId)?.count !== 1)).toEqual([])
  },
)

test.skipIf(missing !== undefined)(
  'K31: a drill names a row that differs in the original, and one missing there',
  async () => {
    const [changed, removed] = await onOriginal((db) =>
      db.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        const entries = await tx<{ key: string }[]>`
        update ledger_entry set amount_cents = amount_cents + 1
         where ctid = (select ctid from ledger_entry order by player_id, account_id, version limit 1)
        returning player_id || ' ' || account_id || ' ' || version as key`
        const transfers = await tx<{ key: string }[]>`
        delete from ledger_transfer where key = (select max(key) from ledger_transfer)
        returning player_id || ' ' || key as key`
        return [entries[0]?.key ?? '', transfers[0]?.key ?? '']
      }),
    )
    const { findings } = await drill({
      folder: join(folder, 'changed'),
      repository,
      originalUrl: cluster.urlOf(),
      maxBehindSeconds: -1, // nothing is that fresh
    })
    expect(findings).toEqual([
      expect.stringMatching(new RegExp(`^ledger_entry ${changed} .* is another row`)),
      expect.stringMatching(new RegExp(`^ledger_transfer ${removed} .* is missing`)),
      expect.stringMatching(/^the copy is \d+ s behind/),
    ])
  },
)

test.skipIf(missing !== undefined)('K31: a backup with a changed byte is not restored', async () => {
  damageNewest(join(folder, 'backups', 'repo'))
  await expect(
    drill({ folder: join(folder, 'damaged'), repository, originalUrl: cluster.urlOf() }),
  ).rejects.toThrow('pgbackrest')
})

/** Changes a byte in the middle of a backup's largest file. */
function damageNewest(repo: string): void {
  const files = readdirSync(join(repo, 'backup', 'palpite'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes('pg_data'))
    .map((entry) => join(entry.parentPath, entry.name))
  const [largest = ''] = files.toSorted((a, b) => statSync(b).size - statSync(a).size)
  const bytes = readFileSync(largest)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff
  writeFileSync(largest, bytes)
}
