/** What an array may hold: a list travels a column at a time. */
export type ArrayElement = string | number | boolean | Date | null

type Encode = (values: readonly ArrayElement[]) => Buffer | string

/**
 * How arrays travel in one place of a statement, by the type that is written behind it (`::bigint[]`): whole numbers
 * and texts, which lists are made of, in PostgreSQL's binary form, all else as text. To read digits, quotes and commas
 * took the database more than twice as long, a twentieth of what a list of stakes costs it.
 */
export function arrayEncoder(textBehind: string): Encode {
  const type = /^::(\w+)\[\]/.exec(textBehind)?.[1]
  if (type === 'bigint') return asBinary(int8Array)
  if (type === 'int' || type === 'integer') return asBinary(int4Array)
  return type === 'text' ? asBinary(textArray) : arrayText
}

type Values = readonly ArrayElement[]

/** Binary, or as text where a caller gives an element that the encoder does not take (a number in a text, say). */
const asBinary =
  (encode: (values: Values) => Buffer | undefined): Encode =>
  (values) =>
    encode(values) ?? arrayText(values)

/** Object ids of types, fixed in PostgreSQL's catalogue (pg_type.dat). */
const OID = { int8: 20, int4: 23, text: 25 }

/** Dimensions, whether there are nulls, the elements' type, their count, and the first one's subscript. */
const HEADER_BYTES = 5 * 4

/** One without elements has no dimensions, and so neither count nor subscript. */
const EMPTY_BYTES = 3 * 4

const LENGTH_BYTES = 4
const LENGTH_OF_NULL = -1

/**
 * Room for so many elements and their bytes, with the header written. Numbers go through a view, whose writes are
 * compiled to plain stores; those of a buffer check their arguments first, which took three times as long.
 */
function headed(oid: number, values: Values, bytes: number): { buffer: Buffer; view: DataView } {
  const isEmpty = values.length === 0
  const size = isEmpty ? EMPTY_BYTES : HEADER_BYTES + values.length * LENGTH_BYTES + bytes
  const buffer = Buffer.allocUnsafe(size)
  const view = new DataView(buffer.buffer, buffer.byteOffset, size)
  view.setInt32(0, isEmpty ? 0 : 1)
  view.setInt32(4, values.includes(null) ? 1 : 0)
  view.setInt32(8, oid)
  if (isEmpty) return { buffer, view }
  view.setInt32(12, values.length)
  view.setInt32(16, 1)
  return { buffer, view }
}

const TWO_TO_32 = 0x1_0000_0000

function int8Array(values: Values): Buffer | undefined {
  const { buffer, view } = headed(OID.int8, values, 8 * values.length)
  let at = HEADER_BYTES
  for (const value of values) {
    view.setInt32(at, value === null ? LENGTH_OF_NULL : 8)
    at += LENGTH_BYTES
    if (value === null) continue
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined
    view.setInt32(at, Math.floor(value / TWO_TO_32))
    view.setInt32(at + 4, value | 0)
    at += 8
  }
  return buffer.subarray(0, at)
}

function int4Array(values: Values): Buffer | undefined {
  const { buffer, view } = headed(OID.int4, values, 4 * values.length)
  let at = HEADER_BYTES
  for (const value of values) {
    view.setInt32(at, value === null ? LENGTH_OF_NULL : 4)
    at += LENGTH_BYTES
    if (value === null) continue
    if (typeof value !== 'number' || value !== value >> 0) return undefined
    view.setInt32(at, value)
    at += 4
  }
  return buffer.subarray(0, at)
}

/** UTF-8 takes at most three bytes for each of the units that JavaScript counts. */
const BYTES_OF_UNIT = 3

function textArray(values: Values): Buffer | undefined {
  let units = 0
  for (const value of values) {
    if (typeof value === 'string') units += value.length
    else if (value !== null) return undefined
  }
  const { buffer, view } = headed(OID.text, values, BYTES_OF_UNIT * units)
  let at = HEADER_BYTES
  for (const value of values) {
    const length = typeof value === 'string' ? buffer.write(value, at + LENGTH_BYTES) : LENGTH_OF_NULL
    view.setInt32(at, length)
    at += LENGTH_BYTES + Math.max(length, 0)
  }
  return buffer.subarray(0, at)
}

/** An array as PostgreSQL reads it as text. */
function arrayText(values: Values): string {
  const elements = values.map((value) => {
    if (value === null) return 'NULL'
    if (typeof value === 'string') return quoted(value)
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    return quoted(value.toISOString()) // what is no date either, types forbid and fails here
  })
  return `{${elements.join(',')}}`
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
