import pg from 'pg'
import { APP_ROLE } from './index.ts'

/** A table that is only ever added to, with the columns of its key and their types. */
type Table = { name: string; keys: string[]; types: string[] }

const ROWS_AT_ONCE = 5_000
/** So many rows of a table are named; what is wrong with a whole table is told by these. */
const MAX_NAMED = 5

/** Tables whose rows the application may add and never change: by the rights of its role, which the migrations give. */
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

/** The same rows are the same text on both sides. */
const SAME_TEXTS = `set timezone = 'UTC'; set datestyle = 'ISO'; set extra_float_digits = 1; set bytea_output = 'hex'`

export type Compared = { tables: number; rows: number; differences: string[] }

/**
 * Whether every row of the copy that is never changed is in the original, the same to the letter. The original may have
 * gone on meanwhile: what it has besides is no difference. `url`s are of who owns each database.
 */
export async function compareCopy(copyUrl: string, originalUrl: string): Promise<Compared> {
  const [copy, original] = [await connect(copyUrl), await connect(originalUrl)]
  try {
    const { rows: tables } = await copy.query<Table>(KEPT_TABLES)
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
  { table, compared }: { table: Table; compared: Compared },
): Promise<void> {
  const name = pg.escapeIdentifier(table.name)
  const keys = table.keys.map((key) => `t.${pg.escapeIdentifier(key)}`)
  const hash = 'hashtextextended(t::text, 0)::text'
  const read = `
    select array[${keys.map((key) => `${key}::text`).join(', ')}] as keys, ${hash} as hash from ${name} t
     order by ${keys.join(', ')}`
  await copy.query(`begin; declare kept cursor for ${read}`)
  for (;;) {
    const { rows } = await copy.query<Row>(`fetch ${ROWS_AT_ONCE} from kept`)
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

/** How many rows each table has, and a sum over all of each row: two databases with the same sums hold the same. */
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
  client.on('error', () => undefined) // the query itself reports what matters
  await client.connect()
  await client.query(SAME_TEXTS)
  return client
}
