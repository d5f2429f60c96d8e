import { createHash } from 'node:crypto'
import pg from 'pg'
import { assert } from '../assert.ts'

/** Runs one statement and answers its rows. Values only through the tag, never spliced into the text. */
export type Sql = <Rows extends readonly object[] = readonly never[]>(
  text: TemplateStringsArray,
  ...values: readonly SqlValue[]
) => Promise<Rows>

export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Buffer
  | null
  | readonly (string | number | boolean | Date | null)[]

/** bigint columns are cents, ids and counts: all must be safe integers, or the row is a bug. */
const wholeNumber = (text: string): number => {
  const value = Number(text)
  assert(Number.isSafeInteger(value), `a whole number within 2^53 came from the database, not ${text}`)
  return value
}

export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.INT8) return wholeNumber
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown
  },
}

type Statement = { name: string; text: string }

/** Each place in the code that writes a statement is one prepared statement on each connection. */
const statements = new WeakMap<TemplateStringsArray, Statement>()

function statementOf(parts: TemplateStringsArray): Statement {
  const known = statements.get(parts)
  if (known) return known
  const text = parts.reduce((sum, part, at) => (at === 0 ? part : `${sum}$${at}${part}`), '')
  const name = `s${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`
  const statement = { name, text }
  statements.set(parts, statement)
  return statement
}

type Runner = { query: (config: pg.QueryConfig) => Promise<{ rows: unknown[] }> }

/** The tag over a connection or the pool. Each statement is named, so prepared once a connection. */
export const sqlOver =
  (runner: Runner): Sql =>
  async <Rows extends readonly object[]>(parts: TemplateStringsArray, ...values: readonly SqlValue[]) => {
    const { rows } = await runner.query({ ...statementOf(parts), values: values.map(parameterOf) })
    return rows as unknown as Rows
  }

const parameterOf = (value: SqlValue): unknown => (Array.isArray(value) ? arrayText(value) : value)

/**
 * An array as PostgreSQL reads it. Ours, because lists are the hot path: the driver runs two replacements
 * over every element, whole numbers included.
 */
function arrayText(values: readonly (string | number | boolean | Date | null)[]): string {
  let text = '{'
  for (const value of values) {
    if (text.length > 1) text += ','
    if (typeof value === 'number' || typeof value === 'boolean') text += String(value)
    else if (value === null) text += 'NULL'
    else text += quoted(typeof value === 'string' ? value : value.toISOString())
  }
  return `${text}}`
}

const quoted = (text: string): string => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`
