import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { APP_ROLE } from './index.ts'

/** The content of a database, to be loaded into one whose tables the same migrations created. */
export type Dump = {
  partitions: Partition[]
  sequences: { name: string; last: string }[]
  /** Gzipped lines of JSON: a table's name and columns, then one line per row. */
  rows: Buffer
}

/** A monthly or daily partition of a table, with its bounds as PostgreSQL writes them. */
export type Partition = { name: string; parent: string; bounds: string }

type Table = { name: string; columns: string[] }

const ROWS_AT_ONCE = 500

/** The migrations table is not dumped: restoring runs the same migrations. */
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

/** Reads the whole database at one moment; the same rows always give the same bytes. `url` is its owner's. */
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
 * Loads a dump into a database with the same tables, replacing what its migrations inserted. Triggers and foreign
 * keys are disabled meanwhile: everything was checked when it was written. `url` is a superuser's. Returns the number
 * of rows.
 */
export const restoreDatabase = (url: string, { partitions, sequences, rows }: Dump): Promise<number> =>
  withClient(url, async (client) => {
    await client.query('begin')
    await client.query(`set local session_replication_role = replica; set local timezone = 'UTC'`)
    for (const partition of partitions) await addPartition(client, partition)
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

/** A past month's partition, created as `platform_add_partitions` did then. */
export async function addPartition(client: pg.Client, { name, parent, bounds }: Partition): Promise<void> {
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

/** A header has `columns` as a list beside `name`; no table has such a pair. */
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

/** An append-only table, with the columns of its key and their types. */
type ComparedTable = { name: string; keys: string[]; types: string[] }

const COMPARED_AT_ONCE = 5_000
/** How many differing rows are named per table: enough to see what is wrong with a whole table. */
const MAX_NAMED = 5

/** Tables whose rows the application may add and never change, by the grants of its role. */
const KEPT_TABLES = `
  select c.relname as name,
         array_agg(a.attname::text order by k.ord) as keys,
         array_agg(format_type(a.atttypid, a.atttypmod) order by k.ord) as types
    from pg_class c
    join pg_index i on i.indrelid = c.oid and i.indisprimary
   cross join lateral unnest(i.indkey) with ordinality as k (attnum, ord)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and has_table_privilege('${APP_ROLE}', c.oid, 'INSERT')
     and not has_any_column_privilege('${APP_ROLE}', c.oid, 'UPDATE')
     and not has_table_privilege('${APP_ROLE}', c.oid, 'DELETE')
   group by 1 order by 1`

const ALL_TABLES = `
  select c.relname as name from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`

/** Session settings under which equal rows have equal text on both sides. */
const SAME_TEXTS = `set timezone = 'UTC'; set datestyle = 'ISO'; set extra_float_digits = 1; set bytea_output = 'hex'`

type Compared = { tables: number; rows: number; differences: string[] }

/**
 * Whether every append-only row of the copy is in the original, byte for byte. The original may have continued
 * meanwhile: additional rows are no difference. The `url`s are of each database's owner.
 */
export async function compareCopy(copyUrl: string, originalUrl: string): Promise<Compared> {
  const [copy, original] = [await connect(copyUrl), await connect(originalUrl)]
  try {
    const { rows: tables } = await copy.query<ComparedTable>(KEPT_TABLES)
    const compared: Compared = { tables: tables.length, rows: 0, differences: [] }
    for (const table of tables) await compareTable(copy, original, { table, compared })
    return compared
  } finally {
    await Promise.all([copy.end(), original.end()])
  }
}

type Row = { keys: string[]; hash: string }

async function compareTable(
  copy: pg.Client,
  original: pg.Client,
  { table, compared }: { table: ComparedTable; compared: Compared },
): Promise<void> {
  const name = pg.escapeIdentifier(table.name)
  const keys = table.keys.map((key) => `t.${pg.escapeIdentifier(key)}`)
  const hash = 'hashtextextended(t::text, 0)::text'
  const read = `
    select array[${keys.map((key) => `${key}::text`).join(', ')}] as keys, ${hash} as hash from ${name} t
     order by ${keys.join(', ')}`
  await copy.query(`begin; declare kept cursor for ${read}`)
  for (;;) {
    const { rows } = await copy.query<Row>(`fetch ${COMPARED_AT_ONCE} from kept`)
    if (rows.length === 0) break
    compared.rows += rows.length
    const given = table.types.map((type, at) => `$${at + 2}::text[]::${type}[]`)
    const columns = table.keys.map((_, at) => `key${at}`)
    const isSame = keys.map((key, at) => `${key} = one.key${at}`).join(' and ')
    const { rows: wrong } = await original.query<{ key: string; isThere: boolean }>(
      `select concat_ws(' ', ${columns.map((column) => `one.${column}`).join(', ')}) as key,
              t is not null as "isThere"
         from unnest($1::text[], ${given.join(', ')}) as one (hash, ${columns.join(', ')})
         left join ${name} t on ${isSame}
        where t is null or ${hash} <> one.hash
        limit ${MAX_NAMED}`,
      [rows.map((row) => row.hash), ...table.keys.map((_, at) => rows.map((row) => row.keys[at]))],
    )
    for (const { key, isThere } of wrong)
      compared.differences.push(
        `${table.name} ${key} ${isThere ? 'is another row' : 'is missing'} in the original`,
      )
  }
  await copy.query('commit')
}

/** The row count of each table, and a sum over all of each row: two databases with equal sums have equal content. */
export async function sumsOfTables(url: string): Promise<Map<string, string>> {
  const client = await connect(url)
  try {
    await client.query('begin isolation level repeatable read read only')
    const { rows: tables } = await client.query<{ name: string }>(ALL_TABLES)
    const sums = new Map<string, string>()
    for (const { name } of tables) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum
           from ${pg.escapeIdentifier(name)} t`,
      )
      sums.set(name, rows[0]?.sum ?? '')
    }
    return sums
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // the query itself reports failures
  await client.connect()
  await client.query(SAME_TEXTS)
  return client
}
