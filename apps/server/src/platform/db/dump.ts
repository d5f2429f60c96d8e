import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'

/** What a database held, to be read into one whose tables the same migrations made. */
export type Dump = {
  partitions: Partition[]
  sequences: { name: string; last: string }[]
  /** Gzipped lines of JSON: a table's name and columns, then one line for each of its rows. */
  rows: Buffer
}

/** A month or a day of a table, with its bounds as PostgreSQL writes them. */
type Partition = { name: string; parent: string; bounds: string }

type Table = { name: string; columns: string[] }

const ROWS_AT_ONCE = 500

/** The table of migrations tells what ran; whoever restores runs the same ones. */
const KEPT_BY_MIGRATIONS = 'platform_migration'

const TABLES = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and c.relname <> '${KEPT_BY_MIGRATIONS}'
   group by 1 order by 1`

const PARTITIONS = `
  select child.relname as name, parent.relname as parent, pg_get_expr(child.relpartbound, child.oid) as bounds
    from pg_inherits
    join pg_class child on child.oid = inhrelid
    join pg_class parent on parent.oid = inhparent
   where child.relispartition and child.relkind = 'r' and child.relnamespace = 'public'::regnamespace
   order by 1`

const SEQUENCES = `
  select sequencename as name, last_value::text as last
    from pg_sequences where schemaname = 'public' and last_value is not null order by 1`

/** Reads all of a database at one moment, the same rows always as the same bytes. `url` is its owner's. */
export const dumpDatabase = (url: string): Promise<Dump> =>
  withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local timezone = 'UTC'`)
    const { rows: tables } = await client.query<Table>(TABLES)
    const lines: string[] = []
    for (const table of tables) {
      const { rows } = await client.query<{ line: string }>(
        `select row_to_json(one)::text as line from ${pg.escapeIdentifier(table.name)} one`,
      )
      if (rows.length > 0) lines.push(JSON.stringify(table), ...rows.map(({ line }) => line).toSorted())
    }
    const { rows: partitions } = await client.query<Partition>(PARTITIONS)
    const { rows: sequences } = await client.query<Dump['sequences'][number]>(SEQUENCES)
    await client.query('commit')
    return { partitions, sequences, rows: gzipSync(`${lines.join('\n')}\n`, { level: 9 }) }
  })

/**
 * Puts a dump into a database of the same tables, in place of what its migrations wrote there. Triggers and foreign keys do
 * not speak meanwhile: everything was checked when it was written. `url` is a superuser's. Answers how many rows came.
 */
export const restoreDatabase = (url: string, { partitions, sequences, rows }: Dump): Promise<number> =>
  withClient(url, async (client) => {
    await client.query('begin')
    await client.query(`set local session_replication_role = replica; set local timezone = 'UTC'`)
    for (const partition of partitions) await makePartition(client, partition)
    await emptyAll(client)
    let count = 0
    for (const { table, lines } of chunksOf(rows)) {
      await insert(client, table, lines)
      count += lines.length
    }
    for (const { name, last } of sequences)
      await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), last])
    await client.query('commit')
    return count
  })

/** A month that is long past when the dump is restored, made as `platform_add_partitions` made it then. */
async function makePartition(client: pg.Client, { name, parent, bounds }: Partition): Promise<void> {
  const { rows } = await client.query('select from pg_class where oid = to_regclass($1)', [
    pg.escapeIdentifier(name),
  ])
  if (rows.length > 0) return
  const [child, whole] = [pg.escapeIdentifier(name), pg.escapeIdentifier(parent)]
  await client.query(`create table ${child} (like ${whole} including all excluding identity)`)
  const { rows: guards } = await client.query<{ name: string; guard: string }>(
    `select tgname as name, tgfoid::regproc::text as guard from pg_trigger
      where tgrelid = $1::regclass and not tgisinternal and tgtype & 32 <> 0`,
    [whole],
  )
  for (const { name: trigger, guard } of guards)
    await client.query(
      `create trigger ${pg.escapeIdentifier(trigger)} before truncate on ${child} execute function ${guard}()`,
    )
  await client.query(`alter table ${whole} attach partition ${child} ${bounds}`)
}

async function emptyAll(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Table>(TABLES)
  const names = rows.map(({ name }) => pg.escapeIdentifier(name))
  await client.query(`truncate ${names.join(', ')} cascade`)
}

/** Rows in the order of the dump, some hundreds of one table at a time. */
function* chunksOf(rows: Buffer): Generator<{ table: Table; lines: string[] }> {
  let table: Table | undefined
  let lines: string[] = []
  for (const line of gunzipSync(rows).toString().split('\n')) {
    const next = headOf(line)
    if (table && lines.length > 0 && (next !== undefined || line === '' || lines.length === ROWS_AT_ONCE)) {
      yield { table, lines }
      lines = []
    }
    if (next) table = next
    else if (line !== '') lines.push(line)
  }
}

/** A head has `columns` as a list beside `name`; no table has such a pair. */
function headOf(line: string): Table | undefined {
  return /^\{"name":"\w+","columns":\[/.test(line) ? (JSON.parse(line) as Table) : undefined
}

async function insert(client: pg.Client, { name, columns }: Table, lines: readonly string[]): Promise<void> {
  const table = pg.escapeIdentifier(name)
  const all = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  await client.query(
    `insert into ${table} (${all}) overriding system value
     select ${all} from json_populate_recordset(null::${table}, $1::json)`,
    [`[${lines.join(',')}]`],
  )
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
