import pg from 'pg'
import { serialize } from 'pg-protocol'
import { assert } from '../assert.ts'

/** One statement, prepared under its name on each connection, and its values as PostgreSQL reads them. */
export type Statement = { name: string; text: string; values: readonly (string | Buffer | null)[] }

export type Answer = { command: string; rows: object[] }

/** Asks one statement. Those asked before the connection is free again travel together. */
export type Line = (statement: Statement) => Promise<Answer>

type Asked = Statement & { resolve: (answer: Answer) => void; reject: (error: unknown) => void }

type Parse = (text: string) => unknown

/** How the rows of a statement read: known once it was answered on this connection. */
type Shape = { names: readonly string[]; parsers: readonly Parse[] }

type Shapes = Map<string, Shape>

const noRows: Shape = { names: [], parsers: [] }

const shapesOf = new WeakMap<pg.ClientBase, Shapes>()

/**
 * A line to the database. Statements asked in one turn of the loop, or while others are under way, are sent
 * in one go with a single Sync, so that the server answers them in one go too: each answer by itself would wake
 * a process on either side. They run in the order asked, each seeing what the ones before it did; after one
 * that fails none of the same trip runs, and all of those fail with its error.
 */
export function openLine(client: pg.ClientBase): Line {
  const shapes = shapesOf.get(client) ?? new Map<string, Shape>()
  shapesOf.set(client, shapes)
  let waiting: Asked[] = []
  let isUnderWay = false
  const send = () => {
    if (isUnderWay || waiting.length === 0) return
    const asked = waiting
    waiting = []
    isUnderWay = true
    client.query(tripOf(asked, shapes, landed))
  }
  const landed = () => {
    isUnderWay = false
    if (waiting.length > 0) process.nextTick(send)
  }
  return (statement) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...statement, resolve, reject })
      if (waiting.length === 1 && !isUnderWay) process.nextTick(send)
    })
}

/** What the driver tells a query of its own making (as `pg-cursor` is told). */
type Trip = pg.Submittable & {
  handleRowDescription: (message: { fields: readonly pg.FieldDef[] }) => void
  handleDataRow: (message: { fields: readonly (string | null)[] }) => void
  handleCommandComplete: (message: { text: string }) => void
  handleEmptyQuery: () => void
  handleReadyForQuery: () => void
  handleError: (error: unknown) => void
}

function tripOf(asked: readonly Asked[], shapes: Shapes, landed: () => void): Trip {
  let at = 0
  let shape: Shape | undefined
  let rows: object[] = []
  let unreadable: unknown
  const complete = (command: string) => {
    const one = asked[at]
    if (!one) return
    if (!shapes.has(one.name)) shapes.set(one.name, shape ?? noRows)
    if (unreadable === undefined) one.resolve({ command, rows })
    else one.reject(unreadable)
    at += 1
    shape = undefined
    rows = []
    unreadable = undefined
  }
  return {
    submit: (connection) => {
      connection.stream.write(bytesOf(asked, shapes))
    },
    handleRowDescription: ({ fields }) => {
      shape = shapeOf(fields)
    },
    handleDataRow: ({ fields }) => {
      shape ??= shapes.get(asked[at]?.name ?? '') ?? noRows
      try {
        rows.push(rowOf(shape, fields))
      } catch (error) {
        unreadable ??= error
      }
    },
    handleCommandComplete: ({ text }) => complete(text),
    handleEmptyQuery: () => complete(''),
    handleReadyForQuery: landed,
    handleError: (error) => {
      for (const { reject } of asked.slice(at)) reject(error)
      at = asked.length
      landed()
    },
  }
}

/**
 * The messages of a trip. A statement the connection does not know is prepared first; closed before, because
 * one that failed at its first run may have been prepared all the same, and closing what is not there is no error.
 */
function bytesOf(asked: readonly Asked[], shapes: Shapes): Buffer {
  const messages: Buffer[] = []
  const prepared = new Set<string>()
  for (const { name, text, values } of asked) {
    const isKnown = shapes.has(name)
    if (!isKnown && !prepared.has(name)) {
      prepared.add(name)
      messages.push(serialize.close({ type: 'S', name }), serialize.parse({ name, text }))
    }
    messages.push(serialize.bind({ statement: name, values: values as (string | Buffer | null)[] }))
    if (!isKnown) messages.push(serialize.describe({ type: 'P' }))
    messages.push(serialize.execute())
  }
  messages.push(serialize.sync())
  return Buffer.concat(messages)
}

const shapeOf = (fields: readonly pg.FieldDef[]): Shape => ({
  names: fields.map(({ name }) => name),
  parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
})

const parserOf = (oid: number): Parse =>
  oid === pg.types.builtins.INT8 ? wholeNumber : (pg.types.getTypeParser(oid, 'text') as Parse)

/** bigint columns are cents, ids and counts: all must be safe integers, or the row is a bug. */
function wholeNumber(text: string): number {
  const value = Number(text)
  assert(Number.isSafeInteger(value), `a whole number within 2^53 came from the database, not ${text}`)
  return value
}

function rowOf({ names, parsers }: Shape, fields: readonly (string | null)[]): object {
  const row: Record<string, unknown> = {}
  for (let place = 0; place < names.length; place += 1) {
    const text = fields[place] ?? null
    row[names[place] ?? ''] = text === null ? null : parsers[place]?.(text)
  }
  return row
}
