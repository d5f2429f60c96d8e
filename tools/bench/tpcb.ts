import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import pg from 'pg'
import type { Postgres } from '../../apps/server/src/platform/postgres/index.ts'
import { measureCallers } from './callers.ts'

/** The yardstick: transactions a second of TPC-B, as pgbench defines it, on this PostgreSQL. */
export type Tpcb = { how: string; perSecond: (seconds: number) => Promise<number> }

const SCALE = 10
const CLIENTS = 64
const DATABASE = 'tpcb'

/** Fills the tables of TPC-B in a database of their own. By pgbench where the machine has it, else by the driver. */
export async function openTpcb(postgres: Postgres): Promise<Tpcb> {
  const url = postgres.url.replace(/\/[^/]*$/, `/${DATABASE}`)
  await run(postgres.url, `create database ${DATABASE}`)
  if (spawnSync('pgbench', ['--version']).status === 0) {
    await pgbench(postgres, ['-i', '-q', '-s', String(SCALE)])
    return {
      how: `pgbench -M prepared -s ${SCALE} -c ${CLIENTS} -j 2`,
      perSecond: (seconds) => byPgbench(postgres, seconds),
    }
  }
  await run(url, tables)
  return {
    how: `the TPC-B transaction by pg, scale ${SCALE}, ${CLIENTS} connections`,
    perSecond: (seconds) => byDriver(url, seconds),
  }
}

async function byPgbench(postgres: Postgres, seconds: number): Promise<number> {
  const args = `-n -M prepared -c ${CLIENTS} -j 2 -T ${seconds}`
  const said = await pgbench(postgres, args.split(' '))
  const tps = /tps = ([\d.]+)/.exec(said)?.[1]
  if (!tps) throw new Error(`pgbench said no rate: ${said}`)
  return Number(tps)
}

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

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

const tables = `
  create table pgbench_branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100);
  create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84));
  create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84));
  create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
  insert into pgbench_branches (bid, bbalance) select n, 0 from generate_series(1, ${SCALE}) n;
  insert into pgbench_tellers (tid, bid, tbalance)
    select n, (n - 1) / 10 + 1, 0 from generate_series(1, ${SCALE * 10}) n;
  insert into pgbench_accounts (aid, bid, abalance, filler)
    select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${SCALE * 100_000}) n;
  vacuum analyze;`
  .split(';')
  .slice(0, -2)
  .join(';')

async function byDriver(url: string, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS })
  try {
    const { perSecond } = await measureCallers({
      callers: CLIENTS,
      seconds,
      warmUpSeconds: 1,
      ask: () => transaction(pool),
    })
    return perSecond
  } finally {
    await pool.end()
  }
}

async function transaction(pool: pg.Pool): Promise<void> {
  const [aid, bid, tid] = [
    randomInt(1, SCALE * 100_000 + 1),
    randomInt(1, SCALE + 1),
    randomInt(1, SCALE * 10 + 1),
  ]
  const delta = randomInt(-5000, 5001)
  const client = await pool.connect()
  try {
    const ask = (name: string, text: string, values: number[]) => client.query({ name, text, values })
    await client.query('begin')
    await ask('a', 'update pgbench_accounts set abalance = abalance + $1 where aid = $2', [delta, aid])
    await ask('s', 'select abalance from pgbench_accounts where aid = $1', [aid])
    await ask('t', 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid])
    await ask('b', 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2', [delta, bid])
    await ask(
      'h',
      'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
      [tid, bid, aid, delta],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}
