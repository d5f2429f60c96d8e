import { createHash } from 'node:crypto'
import { type ArrayElement, arrayEncoder } from './arrays.ts'

/** Runs one statement and answers its rows. Values only through the tag, never spliced into the text. */
export type Sql = <Rows extends readonly object[] = readonly never[]>(
  text: TemplateStringsArray,
  ...values: readonly SqlValue[]
) => Promise<Rows>

export type SqlValue = string | number | bigint | boolean | Date | Buffer | null | readonly ArrayElement[]

/** One statement as the driver takes it: prepared under its name on each connection. */
export type Statement = { name: string; text: string; values: (string | Buffer | null)[] }

/** Sends a statement. Those sent to one connection run in the order sent. */
export type Send = (statement: Statement) => Promise<{ rows: object[] }>

/** A statement, and how an array in each of its places travels. */
type Prepared = { name: string; text: string; arrays: ReturnType<typeof arrayEncoder>[] }

/** Each place in the code that writes a statement is one prepared statement on each connection. */
const statements = new WeakMap<TemplateStringsArray, Prepared>()

function statementOf(parts: TemplateStringsArray): Prepared {
  const known = statements.get(parts)
  if (known) return known
  const text = parts.reduce((sum, part, at) => (at === 0 ? part : `${sum}$${at}${part}`), '')
  const name = `s${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`
  const statement = { name, text, arrays: parts.slice(1).map(arrayEncoder) }
  statements.set(parts, statement)
  return statement
}

/** The tag over a connection or a pool. A statement is sent before the call returns: calls keep their order. */
export const sqlOver =
  (send: Send): Sql =>
  async <Rows extends readonly object[]>(parts: TemplateStringsArray, ...values: readonly SqlValue[]) => {
    const { name, text, arrays } = statementOf(parts)
    const { rows } = await send({ name, text, values: values.map((value, at) => wireOf(value, arrays[at])) })
    return rows as unknown as Rows
  }

/** A value as it travels. */
function wireOf(value: SqlValue, array: Prepared['arrays'][number] | undefined): string | Buffer | null {
  if (value === null || typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (value instanceof Date) return value.toISOString()
  if (isList(value)) return (array ?? arrayEncoder(''))(value)
  return String(value)
}

const isList = (value: SqlValue): value is readonly ArrayElement[] => Array.isArray(value)
