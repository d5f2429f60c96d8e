import { createHash } from 'node:crypto'
import type { Line } from './trips.ts'

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

type Prepared = { name: string; text: string }

/** Each place in the code that writes a statement is one prepared statement on each connection. */
const statements = new WeakMap<TemplateStringsArray, Prepared>()

function statementOf(parts: TemplateStringsArray): Prepared {
  const known = statements.get(parts)
  if (known) return known
  const text = parts.reduce((sum, part, at) => (at === 0 ? part : `${sum}$${at}${part}`), '')
  const name = `s${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`
  const statement = { name, text }
  statements.set(parts, statement)
  return statement
}

/** The tag over a line. Each statement is named, so prepared once a connection. */
export const sqlOver =
  (ask: Line): Sql =>
  async <Rows extends readonly object[]>(parts: TemplateStringsArray, ...values: readonly SqlValue[]) => {
    const { rows } = await ask({ ...statementOf(parts), values: values.map(textOf) })
    return rows as unknown as Rows
  }

/** A value as PostgreSQL reads it. */
function textOf(value: SqlValue): string | Buffer | null {
  if (value === null || typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (value instanceof Date) return value.toISOString()
  return isList(value) ? arrayText(value) : String(value)
}

const isList = (value: SqlValue): value is readonly (string | number | boolean | Date | null)[] =>
  Array.isArray(value)

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
