import { spawnSync } from 'node:child_process'
import { chmodSync, createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrationFolders } from '../../apps/server/src/migrations.ts'
import { APP_ROLE, migrate } from '../../apps/server/src/platform/db/index.ts'
import { startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { growDatabase } from '../seed/growth.ts'
import { EXPECTED, type Finding, findingsOf } from './findings.ts'

// `npm run plans [-- --players N] [FILE…]`: runs the server's tests (or these), collects every statement the
// application sends, has PostgreSQL plan each on a database with the history of N players, and lists those that scan a
// growing table. Exit code 1 if one is not expected in `findings.ts`.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { players: { type: 'string', default: '20000' } },
})
const ENTRIES_EACH = 20
/** Tables and partitions of this size are representative. */
const LARGE = 5000
/** Letters that distinguish a statement. */
const MAX_BEGINNING = 120
const LOG_MAX_BYTES = 50_000_000_000
/** Statements as prepared, each preceded by its sender's name. */
const SETTINGS = [
  `session_preload_libraries = 'auto_explain'`,
  'auto_explain.log_min_duration = 0',
  `auto_explain.log_format = 'json'`,
  `log_line_prefix = '%u '`,
  'log_min_duration_statement = -1',
]

let serverText: string | undefined
const folder = mkdtempSync(join(tmpdir(), 'palpite-plans-'))
chmodSync(folder, 0o755) // the database's user must be able to enter it
const dataDir = join(folder, 'data')
const postgres = await startPostgres({ dataDir, durable: false, logMaxBytes: LOG_MAX_BYTES })
try {
  await withOwner(async (owner) => {
    for (const setting of SETTINGS) await owner.query(`alter system set ${setting}`)
    await owner.query('select pg_reload_conf()')
  })
  const files = positionals.length > 0 ? positionals : ['apps/server']
  const ran = spawnSync('npx', ['vitest', 'run', ...files], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL_TEST: postgres.ownerUrl },
  })
  const statements = await statementsIn(dataDir)
  await migrate(postgres.ownerUrl, migrationFolders)
  const players = Number(values.players)
  await growDatabase(postgres.ownerUrl, { players, entries: players * ENTRIES_EACH, days: 60 })
  const found = (await withOwner((owner) => explainAll(owner, statements))).filter(
    ({ statement }) => isOfServer(statement) && !EXPECTED.some(({ begins }) => statement.startsWith(begins)),
  )
  for (const { table, how, statement } of found) console.log(`${table}: ${how}\n  ${statement}`)
  console.log(`${statements.size} statements, ${found.length} read a growing table from end to end.`)
  if (ran.status !== 0) console.log('Tests failed: statements behind them may be missing.')
  process.exitCode = found.length === 0 && statements.size > 0 && ran.status === 0 ? 0 : 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function withOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: postgres.ownerUrl })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** Whether it is in the server's files, up to its first parameter: tests send their own statements. */
function isOfServer(statement: string): boolean {
  serverText ??= readdirSync('apps/server/src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /queries\.ts$|\/db\/|\/store\//.test(file))
    .map((file) => readFileSync(join('apps/server/src', file), 'utf8'))
    .join('\n')
    .replaceAll(/\s+/g, ' ')
  return serverText.includes(statement.slice(0, MAX_BEGINNING).replace(/\$.*$/, '').trimEnd())
}

/** Each one's plan for any parameters. Non-queries and those on test tables are skipped. */
async function explainAll(owner: pg.Client, statements: ReadonlySet<string>): Promise<Finding[]> {
  const found: Finding[] = []
  const { rows: large } = await owner.query<{ name: string }>(
    'select relname as name from pg_class where reltuples >= $1',
    [LARGE],
  )
  const { rows: partial } = await owner.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where indpred is not null',
  )
  const known = {
    filled: new Set(large.map(({ name }) => name)),
    partial: new Set(partial.map(({ name }) => name)),
  }
  // A parameter's time range is unknown here: only what no index can answer is a scan.
  await owner.query('set enable_seqscan = off')
  for (const statement of statements) {
    try {
      const { rows } = await owner.query<{ 'QUERY PLAN': { Plan: unknown }[] }>(
        `explain (generic_plan, format json) ${statement}`,
      )
      found.push(...findingsOf(statement, rows[0]?.['QUERY PLAN'][0]?.Plan, known))
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
    }
  }
  return found
}

/** Every application statement in this data folder's logs, as prepared. */
async function statementsIn(dataFolder: string): Promise<Set<string>> {
  const statements = new Set<string>()
  const logs = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.log'),
  )
  for (const log of logs) {
    let isOurs = false
    for await (const line of createInterface({ input: createReadStream(join(dataFolder, log)) })) {
      if (!line.startsWith('\t')) isOurs = line.startsWith(`${APP_ROLE} `) && line.includes(' plan:')
      else if (isOurs && line.startsWith('\t  "Query Text": ')) {
        statements.add(JSON.parse(line.slice('\t  "Query Text": '.length).replace(/,$/, '')) as string)
        isOurs = false
      }
    }
  }
  return statements
}
