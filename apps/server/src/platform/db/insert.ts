import type { Tx } from './index.ts'

type Kinds = {
  bigint: number
  int: number
  /** A measure, never money. */
  float8: number
  text: string
  boolean: boolean
  timestamptz: Date
  /** As `2026-11-22`. */
  date: string
  /** Its text. */
  jsonb: string
}
type Kind = keyof Kinds
type ColumnType = Kind | `${Kind} null`

/** A column's type in PostgreSQL by its name in rows; `null` behind it where it may be missing. */
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
 * Declares how a list of rows is inserted, in one statement: its columns are written once, here, by their names in
 * the rows. What a row has besides is left out.
 *
 * @param table - Its name.
 * @param columns - What is inserted, each with its type; columns left out take their defaults. An id that is named
 *   here is the program's own, also where the table would generate one.
 * @param ending - What follows the rows, as text of this program: `order by 1` (by the columns' numbers),
 *   `on conflict`, `returning`.
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
