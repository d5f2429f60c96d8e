import pg from 'pg'
import { Bug } from '../assert.ts'

/** Reads a value of one column from its bytes. */
type ReadValue = (bytes: Buffer, view: DataView, at: number, length: number) => unknown

/** How the rows of a statement read: known once it was answered on this connection. */
export type Shape = {
  names: readonly string[]
  /** From PostgreSQL's binary form; none where a column has a type that is not read so. */
  binary: readonly ReadValue[] | undefined
  text: readonly ReadValue[]
}

export const noRows: Shape = { names: [], binary: undefined, text: [] }

export function shapeOf(fields: readonly pg.FieldDef[]): Shape {
  const binary = fields.map(({ dataTypeID }) => binaryReaders.get(dataTypeID))
  return {
    names: fields.map(({ name }) => name),
    binary: binary.every((one) => one !== undefined) ? binary : undefined,
    text: fields.map(({ dataTypeID }) => textReader(dataTypeID)),
  }
}

/** The bytes before the first value: how many values there are. */
const COUNT_BYTES = 2

/** The bytes before each value: its length. */
const LENGTH_BYTES = 4
const LENGTH_OF_NULL = -1

/** A row from the bytes of its message, whose values begin behind `at`. */
export function rowAt(
  { names, binary, text }: Shape,
  isBinary: boolean,
  { bytes, view, at }: { bytes: Buffer; view: DataView; at: number },
): object {
  const readers = isBinary && binary ? binary : text
  const row: Record<string, unknown> = {}
  let place = at + COUNT_BYTES
  for (let column = 0; column < names.length; column += 1) {
    const length = view.getInt32(place)
    place += LENGTH_BYTES
    if (length === LENGTH_OF_NULL) row[names[column] ?? ''] = null
    else {
      row[names[column] ?? ''] = readers[column]?.(bytes, view, place, length)
      place += length
    }
  }
  return row
}

const textAt = (bytes: Buffer, _view: DataView, at: number, length: number): string =>
  bytes.toString('utf8', at, at + length)

const { INT8, INT4, INT2, FLOAT8, BOOL, TEXT, VARCHAR, JSON: JSON_TEXT, TIMESTAMPTZ } = pg.types.builtins

/** By text: bigint columns are cents, ids and counts, all others what the driver makes of them. */
function textReader(oid: number): ReadValue {
  const parse = pg.types.getTypeParser(oid, 'text') as (text: string) => unknown
  if (oid === INT8) return (...where) => wholeNumber(Number(textAt(...where)))
  return (...where) => parse(textAt(...where))
}

/** The types that nearly all statements answer with. A text, and JSON, has the same bytes in both forms. */
const binaryReaders = new Map<number, ReadValue>([
  [INT8, (_bytes, view, at) => int8At(view, at)],
  [INT4, (_bytes, view, at) => view.getInt32(at)],
  [INT2, (_bytes, view, at) => view.getInt16(at)],
  [FLOAT8, (_bytes, view, at) => view.getFloat64(at)],
  [BOOL, (_bytes, view, at) => view.getUint8(at) === 1],
  [TIMESTAMPTZ, (_bytes, view, at) => dateAt(view, at)],
  [TEXT, textAt],
  [VARCHAR, textAt],
  [JSON_TEXT, (...where) => JSON.parse(textAt(...where)) as unknown],
])

const TWO_TO_32 = 0x1_0000_0000

const int8At = (view: DataView, at: number): number =>
  wholeNumber(view.getInt32(at) * TWO_TO_32 + view.getUint32(at + 4))

/** All whole numbers must be safe integers, or the row is a bug. */
function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value))
    throw new Bug(`a whole number within 2^53 came from the database, not ${value}`)
  return value
}

/** PostgreSQL counts microseconds from the year 2000: more than 2^53 of them for some of the years it knows. */
const YEAR_2000_MS = BigInt(Date.UTC(2000, 0, 1))

/** The ends of time, which the driver reads as numbers. */
const NEVER = 2n ** 63n - 1n
const EVER = -(2n ** 63n)

function dateAt(view: DataView, at: number): Date | number {
  const stored = view.getBigInt64(at)
  if (stored === NEVER || stored === EVER) return stored === NEVER ? Infinity : -Infinity
  const microseconds = stored + YEAR_2000_MS * 1000n
  const within = microseconds % 1000n
  return new Date(Number((microseconds - (within < 0n ? within + 1000n : within)) / 1000n))
}
