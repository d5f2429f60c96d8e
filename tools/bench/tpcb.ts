import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDb, type Sql } from '../../apps/server/src/platform/db/index.ts'
import { createDatabase } from '../../apps/server/src/platform/postgres/queries.ts'
import type { Postgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { systemRandom } from '../../apps/server/src/platform/crypto.ts'
import { measureCallers, reached } from './callers.ts'

/** What TPC-B reached: transactions a second, and the milliseconds that 99 of 100 took at most. */
export type TpcbReached = { perSecond: number; p99Ms: number }

/** The yardstick: TPC-B as pgbench defines it, on this PostgreSQL. */
export type Tpcb = {
  how: string
  measure: (seconds: number) => Promise<TpcbReached>
  close: () => Promise<void>
}

const SCALE = 10
const TELLERS = 10
const ACCOUNTS = 100_000
const CLIENTS = 64
const DATABASE = 'tpcb'

/** Fills the tables of TPC-B in a database of their own. By pgbench where the machine has it, else by the driver. */
export async function openTpcb(postgres: Postgres): Promise<Tpcb> {
  const url = postgres.ownerUrl.replace(/\/[^/]*$/, `/${DATABASE}`)
  await createDatabase(postgres.ownerUrl, DATABASE)
  if (spawnSync('pgbench', ['--version']).status === 0) {
    await pgbench(postgres, ['-i', '-q', '-s', String(SCALE)])
    return {
      close: () => Promise.resolve(),
      how: `pgbench -M prepared -s ${SCALE} -c ${CLIENTS} -j 2`,
      measure: (seconds) => byPgbench(postgres, seconds),
    }
  }
  const db = openDb({ url, connections: CLIENTS, onLostConnection: () => {} })
  await fillTables(db)
  return {
    how: `the TPC-B transaction by pg, scale ${SCALE}, ${CLIENTS} connections`,
    measure: (seconds) => byDriver(db, seconds),
    close: () => db.close(),
  }
}

async function byPgbench(postgres: Postgres, seconds: number): Promise<TpcbReached> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-tpcb-'))
  try {
    const args = `-n -M prepared -c ${CLIENTS} -j 2 -T ${seconds} -l --log-prefix=${join(folder, 'log')}`
    const said = await pgbench(postgres, args.split(' '))
    const tps = /tps = ([\d.]+)/.exec(said)?.[1]
    if (!tps) throw new Error(`pgbench said no rate: ${said}`)
    return { perSecond: Number(tps), p99Ms: reached(latenciesIn(folder), seconds).p99Ms }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The milliseconds of each transaction that pgbench logged: the third column, in microseconds. */
const latenciesIn = (folder: string): number[] =>
  readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => Number(line.split(' ')[2]) / 1000),
  )

const pgbench = (postgres: Postgres, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const place = ['-h', postgres.host, '-p', String(postgres.port), '-U', postgres.user]
    const child = spawn('pgbench', [...args, ...place, DATABASE], { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    child.stdout.on('data', (data: Buffer) => (said += data.toString()))
    child.stderr.on('data', (data: Buffer) => (said += data.toString()))
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(said) : reject(new Error(`pgbench failed: ${said}`))))
  })

/** The same tables as pgbench makes. */
async function fillTables(sql: Sql): Promise<void> {
  await sql`create table pgbench_branches (bid int primary key, bbalance int, filler char(88))`
  await sql`create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84))`
  await sql`create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84))`
  await sql`create table pgbench_history
    (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))`
  await sql`insert into pgbench_branches (bid, bbalance) select n, 0 from generate_series(1, ${SCALE}::int) n`
  await sql`insert into pgbench_tellers (tid, bid, tbalance)
    select n, (n - 1) / 10 + 1, 0 from generate_series(1, ${SCALE * TELLERS}::int) n`
  await sql`insert into pgbench_accounts (aid, bid, abalance, filler)
    select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${SCALE * ACCOUNTS}::int) n`
  await sql`vacuum analyze`
}

const byDriver = (db: Db, seconds: number): Promise<TpcbReached> =>
  measureCallers({ callers: CLIENTS, seconds, warmUpSeconds: 1, request: () => transaction(db) })

/** One transaction of TPC-B, statement by statement as pgbench sends it. */
async function transaction(db: Db): Promise<void> {
  const { below } = systemRandom
  const [aid, tid, bid] = [below(SCALE * ACCOUNTS) + 1, below(SCALE * TELLERS) + 1, below(SCALE) + 1]
  const delta = below(10_001) - 5000
  await db.begin(async (tx) => {
    await tx`update pgbench_accounts set abalance = abalance + ${delta}::int where aid = ${aid}`
    await tx`select abalance from pgbench_accounts where aid = ${aid}`
    await tx`update pgbench_tellers set tbalance = tbalance + ${delta}::int where tid = ${tid}`
    await tx`update pgbench_branches set bbalance = bbalance + ${delta}::int where bid = ${bid}`
    await tx`insert into pgbench_history (tid, bid, aid, delta, mtime)
      values (${tid}, ${bid}, ${aid}, ${delta}, current_timestamp)`
  })
}
