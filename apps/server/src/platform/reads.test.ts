import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type RedisClientType } from 'redis'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  binariesOfDebian,
  type Cluster,
  placeOf,
  startCluster,
  startStandby,
} from '../../../../tools/backup/engine.ts'
import { hasRedis, openTestRedis } from '../../../../tools/test/redis.ts'
import { until } from '../../../../tools/test/until.ts'
import { openDb, type Db, type Sql } from './db/index.ts'
import { testLog } from '../../../../tools/test/watched-logs.ts'
import { openMetrics } from './metrics.ts'
import { createDatabase } from './postgres/queries.ts'
import { openReads } from './reads.ts'

/** A primary and a standby need Debian's packages; without them these tests are skipped. */
const isMissing = binariesOfDebian() === undefined
const MAX_LAG_MS = 1000

let folder: string
let primary: Cluster
let standby: Cluster
let db: Db
let onStandby: Db
const opened: { stop: () => Promise<void> }[] = []

const openAt = (url: string): Db => openDb({ url, connections: 4, onLostConnection: () => {} })

beforeAll(async () => {
  if (isMissing) return
  folder = mkdtempSync(join(tmpdir(), 'palpite-reads-'))
  chmodSync(folder, 0o755) // the database's account walks through
  primary = await startCluster(placeOf(join(folder, 'primary')))
  await createDatabase(primary.urlOf('postgres'), 'palpite')
  db = openAt(primary.urlOf())
  await db`create table bet (id bigint primary key)`
  standby = await startStandby(placeOf(join(folder, 'standby')), primary)
  onStandby = openAt(standby.urlOf())
})

afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop()
  if (isMissing) return
  await onStandby`select pg_wal_replay_resume()`.catch(() => [])
})

afterAll(async () => {
  if (isMissing) return
  await Promise.all([db.close(), onStandby.close()])
  await standby.stop().catch(() => {}) // one test kills it
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** One server: its reads, and what it counts. */
function openServer(redis?: RedisClientType, pool: Db = db) {
  const metrics = openMetrics()
  const config = {
    DATABASE_URL: primary.urlOf(),
    READ_DATABASE_URL: standby.urlOf(),
    READ_MAX_LAG_MS: MAX_LAG_MS,
    DATABASE_CONNECTIONS: 6,
    PATIENCE_MS: 5000,
  }
  const reads = openReads({ config, db: pool, redis, log: testLog(), metrics, statementMs: 10_000 })
  opened.push(reads)
  const numberOf = async (series: string) =>
    Number(
      (await metrics.text())
        .split('\n')
        .find((line) => line.startsWith(`palpite_${series} `))
        ?.split(' ')[1] ?? 0,
    )
  return {
    reads,
    byReplica: () => numberOf('reads_total{by="replica"}'),
    byPrimary: () => numberOf('reads_total{by="primary"}'),
    failures: () => numberOf('read_replica_failures_total'),
    lagSeconds: () => numberOf('read_replica_lag_seconds'),
    usable: async () =>
      until('the replica is read', async () => (await numberOf('read_replica_usable')) === 1),
    unusable: async () =>
      until('the replica is left', async () => (await numberOf('read_replica_usable')) === 0),
  }
}

let lastId = 0
const bet = async (): Promise<number> => {
  const id = (lastId += 1)
  await db`insert into bet (id) values (${id})`
  return id
}
const idsOf = async (sql: Sql) =>
  (await sql<{ id: number }[]>`select id from bet order by id`).map(({ id }) => id)
const pause = async () => {
  await onStandby`select pg_wal_replay_pause()`
  await until('replay stands still', async () => {
    const [row] = await onStandby<{ state: string }[]>`select pg_get_wal_replay_pause_state() as state`
    return row?.state === 'paused'
  })
}

test.skipIf(isMissing)('a read goes to a replica that follows', async () => {
  const { reads, byReplica, usable } = openServer()
  await bet()
  await usable()
  await until('the replica has the bet', async () => (await idsOf(reads.shared)).includes(lastId))
  const before = await byReplica()
  expect(await idsOf(reads.of('player:1'))).toContain(lastId)
  expect(await byReplica()).toBe(before + 1)
})

test.skipIf(isMissing)(
  'whoever wrote reads what was written though the replica stands still; others may read the replica meanwhile',
  async () => {
    const { reads, byReplica, byPrimary, usable } = openServer()
    await usable()
    await pause()
    const id = await bet()
    await reads.noteWrites(['player:1'])
    expect(await idsOf(reads.of('player:1'))).toContain(id)
    expect(await byPrimary()).toBe(1)
    expect(await idsOf(reads.of('player:2'))).not.toContain(id) // within the bound: a moment old
    expect(await byReplica()).toBe(1)
    await onStandby`select pg_wal_replay_resume()`
    await until('the replica has replayed it', async () => {
      const before = await byReplica()
      expect(await idsOf(reads.of('player:1'))).toContain(id)
      return (await byReplica()) > before
    })
  },
)

test.skipIf(isMissing)(
  'behind by more than the bound nobody is answered by the replica, until it has caught up',
  async () => {
    const { reads, byReplica, lagSeconds, usable, unusable } = openServer()
    await usable()
    await pause()
    const id = await bet()
    await unusable()
    const before = await byReplica()
    expect(await idsOf(reads.shared)).toContain(id)
    expect(await idsOf(reads.of('player:2'))).toContain(id)
    expect(await byReplica()).toBe(before)
    expect(await lagSeconds()).toBeGreaterThan(MAX_LAG_MS / 1000 / 2)
    await onStandby`select pg_wal_replay_resume()`
    await usable()
    expect(await lagSeconds()).toBe(0)
  },
)

test.skipIf(isMissing)(
  'a bet never goes back out of sight: every read after a write has it, with replay held up again and again',
  async () => {
    const { reads, byReplica, byPrimary, usable } = openServer()
    await usable()
    const missed: number[] = []
    let isDone = false
    const holding = (async () => {
      while (!isDone) {
        await onStandby`select pg_wal_replay_pause()`
        await onStandby`select pg_wal_replay_resume()`
      }
    })()
    for (let round = 0; round < 200; round += 1) {
      const id = await bet()
      await reads.noteWrites(['player:1'])
      if (!(await idsOf(reads.of('player:1'))).includes(id)) missed.push(id)
      await idsOf(reads.of('player:2'))
    }
    isDone = true
    await holding
    expect(missed).toEqual([])
    expect(await byReplica()).toBeGreaterThan(0) // it was asked
    expect(await byPrimary()).toBeGreaterThan(0)
  },
)

test.skipIf(isMissing)(
  'a replica that has stopped following falls out at the next write, and its answer is not taken',
  async () => {
    const { reads, usable, unusable } = openServer()
    await usable()
    await onStandby`select pg_promote()` // it follows no more: nothing read from it is valid
    const id = await bet()
    await unusable()
    expect(await idsOf(reads.shared)).toContain(id)
    // Creates a new standby for the tests that follow.
    await onStandby.close()
    await standby.stop()
    rmSync(placeOf(join(folder, 'standby')).data, { recursive: true, force: true })
    standby = await startStandby(placeOf(join(folder, 'standby')), primary)
    onStandby = openAt(standby.urlOf())
  },
)

test.skipIf(isMissing || !hasRedis)(
  'what one server noted binds the other, and a Redis that is away leads to what is newest',
  async () => {
    const redis = await openTestRedis()
    const clients = [createClient({ url: redis.url }), createClient({ url: redis.url })] as RedisClientType[]
    for (const client of clients) await client.on('error', () => {}).connect()
    try {
      const [one, other] = [openServer(clients[0]), openServer(clients[1])]
      await Promise.all([one.usable(), other.usable()])
      // Both have just connected: neither knows earlier notes.
      await until('the other asks the replica', async () => {
        await idsOf(other.reads.of('player:2'))
        return (await other.byReplica()) > 0
      })
      await pause()
      const id = await bet()
      await one.reads.noteWrites(['player:1'])
      expect(await idsOf(other.reads.of('player:1'))).toContain(id)
      await onStandby`select pg_wal_replay_resume()`
      await other.usable()
      // Another server noted a later write, whose note arrived first.
      const later = String(2 ** 52)
      await clients[0]?.set('wrote:player:3', later)
      await one.reads.noteWrites(['player:3', 'player:4'])
      expect(await clients[0]?.get('wrote:player:3')).toBe(later)
      expect(await clients[0]?.pTTL('wrote:player:3')).toBeGreaterThan(0)
      expect(Number(await clients[0]?.get('wrote:player:4'))).toBeGreaterThan(0)
      await redis.kill()
      await until('the line is lost', () => Promise.resolve(!clients[1]?.isReady))
      const before = await other.byReplica()
      await idsOf(other.reads.of('player:2'))
      expect(await other.byReplica()).toBe(before)
    } finally {
      for (const client of clients) client.destroy()
      await redis.close()
    }
  },
)

test.skipIf(isMissing)(
  'with all connections of the server taken a call that wrote is noted, and the replica goes on answering',
  async () => {
    const pool = openDb({ url: primary.urlOf(), connections: 2, onLostConnection: () => {}, patienceMs: 300 })
    const { reads, byReplica, usable } = openServer(undefined, pool)
    await usable()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const calls = [1, 2].map(() => pool.begin(() => held))
    try {
      await expect(pool`select`).rejects.toThrow('no connection to the database became free')
      const id = await bet()
      await reads.noteWrites(['player:1'])
      const before = await byReplica()
      await until('the replica answers', async () => {
        await bet() // sends the end of the log, which nothing else sends at once
        const ids = await idsOf(reads.of('player:1')).catch(() => undefined) // the primary has no connection free
        expect(ids ?? [id]).toContain(id)
        return ids !== undefined
      })
      expect(await byReplica()).toBe(before + 1)
    } finally {
      letGo()
      await Promise.all(calls)
      await pool.close()
    }
  },
)

test.skipIf(isMissing)(
  'a read of a player that takes too long on the replica is answered by the primary; a report of an operator waits',
  async () => {
    const { reads, byReplica, byPrimary, failures, usable } = openServer()
    await usable()
    const slowThere = async (sql: Sql) => {
      const [row] = await sql<{ answer: string }[]>`
        select case when pg_is_in_recovery() then 'replica' || pg_sleep(3)::text else 'primary' end as answer`
      return row?.answer
    }
    const players = [reads.shared, reads.of('player:1')]
    expect(await Promise.all(players.map(slowThere))).toEqual(['primary', 'primary'])
    expect([await byReplica(), await byPrimary(), await failures()]).toEqual([0, 2, 2])
    expect(await slowThere(reads.of('operator:1'))).toBe('replica')
    expect([await byReplica(), await byPrimary(), await failures()]).toEqual([1, 2, 2])
  },
)

test.skipIf(isMissing)('a replica that is killed costs no read', async () => {
  const { reads, byPrimary, usable, unusable } = openServer()
  await usable()
  const answers: Promise<number[]>[] = []
  for (let sent = 0; sent < 50; sent += 1) answers.push(idsOf(reads.shared))
  const [pid] = readFileSync(join(standby.data, 'postmaster.pid'), 'utf8').split('\n')
  execFileSync('kill', ['-9', String(pid)])
  for (let sent = 0; sent < 50; sent += 1) answers.push(idsOf(reads.of('player:1')))
  const all = await Promise.all(answers)
  expect(all.filter((ids) => ids.length !== lastId)).toEqual([])
  await unusable()
  expect(await byPrimary()).toBeGreaterThan(0)
})
