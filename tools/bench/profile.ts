import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Db } from '../../apps/server/src/platform/db/index.ts'
import { startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { type Cost, costOf, type Operation, runOperations } from './guard.ts'
import { type OwnApp, openOwnApp } from './own-app.ts'

// `npm run bench -- profile [--lists N] [--statements N]`: where the work of each operation goes, for 1,000 of them in
// lists of 128 by one process without HTTP: processor time of Node and of PostgreSQL, log, rows and statements; then the
// statements that cost PostgreSQL most, by `pg_stat_statements`.
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    lists: { type: 'string', default: '40' },
    statements: { type: 'string', default: '6' },
  },
})
const LISTS = Number(values.lists)
const STATEMENTS = Number(values.statements)
/** Linux counts processor time of other processes in hundredths of a second. */
const TICK_MS = 10

type Profile = Cost & { nodeMs: number; postgresMs: number; dearest: Dear[] }
type Dear = { calls: number; ms: number; query: string }

async function profile({ deps, asOwner, postgres }: OwnApp, operation: Operation): Promise<Profile> {
  const lists = operation.isRepeatable ? LISTS : 1
  const count = operation.count * lists
  await asOwner((owner) => owner`select pg_stat_statements_reset()`)
  const before = { node: process.cpuUsage(), postgresMs: processorMs(postgres.pid) }
  const cost = await costOf(deps.db, {
    operation: operation.operation,
    count,
    run: async () => {
      for (let at = 0; at < lists; at++) await operation.run()
    },
  })
  const { user, system } = process.cpuUsage(before.node)
  const each = 1000 / count
  return {
    ...cost,
    transactions: cost.transactions / lists,
    statements: cost.statements / lists,
    nodeMs: ((user + system) / 1000) * each,
    postgresMs: (processorMs(postgres.pid) - before.postgresMs) * each,
    dearest: await asOwner((owner) => selectDearest(owner, each)),
  }
}

const selectDearest = (owner: Db, each: number) => owner<Dear[]>`
  select calls::int as calls, total_exec_time * ${each}::float8 as ms,
         regexp_replace(query, '\\s+', ' ', 'g') as query
    from pg_stat_statements
   where query not ilike '%pg_stat_statements%'
   order by total_exec_time desc
   limit ${STATEMENTS}`

/** Processor time that a PostgreSQL and all its processes have had, in ms. */
function processorMs(postmaster: number): number {
  let ms = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [parent, ticks] = statOf(pid)
    if (parent === postmaster) ms += ticks * TICK_MS
  }
  return ms
}

/** A process's parent and its processor ticks; undefined if it is gone. */
function statOf(pid: string): [parent: number, ticks: number] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return [Number(fields[1]), Number(fields[11]) + Number(fields[12])]
  } catch {
    return [0, 0]
  }
}

/** Statements are counted by time only where PostgreSQL was started with the extension. */
async function countTimes(own: OwnApp): Promise<OwnApp> {
  await own.asOwner((owner) => owner`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await own.postgres.stop()
  const postgres = await startPostgres({ dataDir: own.dataDir })
  await own.asOwner((owner) => owner`create extension pg_stat_statements`)
  return { ...own, postgres }
}

const report = (line: string) => process.stdout.write(`${line}\n`)

const opened = await openOwnApp()
let own = opened
try {
  own = await countTimes(opened)
  const profiles: Profile[] = []
  await runOperations(own.deps, async (operation) => {
    profiles.push(await profile(own, operation))
  })
  report(
    '| operation | Node ms | PostgreSQL ms | log kB | rows each | statements a list | transactions a list |',
  )
  report('|---|---:|---:|---:|---:|---:|---:|')
  for (const { operation, nodeMs, postgresMs, walBytes, rows, statements, transactions } of profiles) {
    const cells = [
      operation,
      nodeMs.toFixed(0),
      postgresMs.toFixed(0),
      walBytes,
      rows,
      statements,
      transactions,
    ]
    report(`| ${cells.join(' | ')} |`)
  }
  for (const { operation, dearest } of profiles) {
    report(`\n${operation}, ms of 1,000:`)
    for (const { ms, calls, query } of dearest)
      report(`${ms.toFixed(1).padStart(7)}  ${calls} × ${query.slice(0, 160)}`)
  }
} finally {
  await own.postgres.stop()
  await opened.close().catch(() => undefined)
}
