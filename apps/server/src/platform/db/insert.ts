import type { Tx } from './index.ts'

type Kinds = {
  bigint: number
  int: number
  /** For measurements, never money. */
  float8: number
  text: string
  boolean: boolean
  timestamptz: Date
  /** As `2026-11-22`. */
  date: string
  /** As JSON text. */
  jsonb: string
}
type Kind = keyof Kinds
type ColumnType = Kind | `${Kind} null`

/** A column's PostgreSQL type by its name in rows, with `null` appended if optional. */
type Columns = Readonly<Record<string, ColumnType>>

type ValueOf<Type extends ColumnType> = Type extends `${infer K extends Kind} null`
  ? Kinds[K] | null
  : Type extends Kind
    ? Kinds[Type]
    : never

type RowOf<Of extends Columns> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> }

/** `feeBps` is the column `fee_bps`. */
const columnName = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Declares how a list of rows is inserted in one statement: its columns are listed once, by their names in the rows.
 * Extra fields are ignored.
 *
 * @param table - Its name.
 * @param columns - The columns inserted, with their types; others take their defaults. An id listed here comes from
 * the program, even if the table would generate one.
 * @param ending - What follows the rows, as program text: `order by 1` (by column numbers), `on conflict`,
 * `returning`.
 */
export function insertInto<const Of extends Columns, Answer extends object = never>(
  table: string,
  columns: Of,
  ending = '',
) {
  const names = Object.keys(columns)
  const types = Object.values(columns).map((type) => type.split(' ', 1)[0])
  const text = names.map((_, at) =>
    at === 0
      ? `insert into ${table} (${names.map(columnName).join(', ')}) overriding system value select unnest(`
      : `::${types[at - 1]}[]), unnest(`,
  )
  const parts = [...text, `::${types.at(-1)}[]) ${ending}`]
  const statement: TemplateStringsArray = Object.assign(parts, { raw: parts }) // one for all calls: prepared once
  return (tx: Tx, rows: readonly RowOf<Of>[]) =>
    tx<Answer[]>(statement, ...names.map((name) => rows.map((row) => row[name as keyof Of])))
}
