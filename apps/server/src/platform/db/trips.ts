import pg from 'pg'
import { serialize } from 'pg-protocol'
import type { ReadRow, RowClient } from './row-client.ts'
import { noRows, rowAt, type Shape, shapeOf } from './rows.ts'

/** One statement, prepared under its name on each connection, and its values as PostgreSQL reads them. */
export type Statement = { name: string; text: string; values: readonly (string | Buffer | null)[] }

export type Answer = { command: string; rows: object[] }

/** Asks one statement. Those asked before the connection is free again travel together. */
export type Line = (statement: Statement) => Promise<Answer>

type Requested = Statement & { resolve: (answer: Answer) => void; reject: (error: unknown) => void }

type Shapes = Map<string, Shape>

const shapesOf = new WeakMap<RowClient, Shapes>()

/**
 * A line to the database. Statements asked in one turn of the loop, or while others are under way, are sent
 * in one go with a single Sync, so that the server answers them in one go too: each answer by itself would wake
 * a process on either side. They run in the order asked, each seeing what the ones before it did; after one
 * that fails none of the same trip runs, and all of those fail with its error.
 */
export function openLine(client: RowClient): Line {
  const shapes = shapesOf.get(client) ?? new Map<string, Shape>()
  shapesOf.set(client, shapes)
  let waiting: Requested[] = []
  let isUnderWay = false
  const send = () => {
    if (isUnderWay || waiting.length === 0) return
    const requested = waiting
    waiting = []
    isUnderWay = true
    client.query(tripOf(requested, { client, shapes, landed }))
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
  handleCommandComplete: (message: { text: string }) => void
  handleEmptyQuery: () => void
  handleReadyForQuery: () => void
  handleError: (error: unknown) => void
}

type Way = { client: RowClient; shapes: Shapes; landed: () => void }

function tripOf(requested: readonly Requested[], { client, shapes, landed }: Way): Trip {
  /** How the rows of each statement come: in binary form where they were met before and all of it is read so. */
  let forms: readonly boolean[] = []
  let at = 0
  let shape: Shape | undefined
  let rows: object[] = []
  let unreadable: unknown
  const read: ReadRow = (bytes, view, from) => {
    shape ??= shapes.get(requested[at]?.name ?? '') ?? noRows
    try {
      rows.push(rowAt(shape, forms[at] === true, { bytes, view, at: from }))
    } catch (error) {
      unreadable ??= error
    }
  }
  const complete = (command: string) => {
    const one = requested[at]
    if (!one) return
    if (!shapes.has(one.name)) shapes.set(one.name, shape ?? noRows)
    if (unreadable === undefined) one.resolve({ command, rows })
    else one.reject(unreadable)
    at += 1
    shape = undefined
    rows = []
    unreadable = undefined
  }
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    landed()
  }
  return {
    submit: (connection) => {
      forms = requested.map(({ name }) => shapes.get(name)?.binary !== undefined)
      client.readRows(read)
      connection.stream.write(bytesOf(requested, shapes, forms))
    },
    handleRowDescription: ({ fields }) => {
      shape = shapeOf(fields)
    },
    handleCommandComplete: ({ text }) => complete(text),
    handleEmptyQuery: () => complete(''),
    handleReadyForQuery: () => {
      client.readRows(undefined)
      end()
    },
    // Also told by a clock of the driver (`query_timeout`): then the rows of this trip, or of the next, are still to come.
    handleError: (error) => {
      for (const { reject } of requested.slice(at)) reject(error)
      at = requested.length
      end()
    },
  }
}

/**
 * The messages of a trip. A statement the connection does not know is prepared first; closed before, because
 * one that failed at its first run may have been prepared all the same, and closing what is not there is no error.
 */
function bytesOf(requested: readonly Requested[], shapes: Shapes, forms: readonly boolean[]): Buffer {
  const messages: Buffer[] = []
  const prepared = new Set<string>()
  for (const [at, { name, text, values }] of requested.entries()) {
    const isKnown = shapes.has(name)
    if (!isKnown && !prepared.has(name)) {
      prepared.add(name)
      messages.push(serialize.close({ type: 'S', name }), serialize.parse({ name, text }))
    }
    messages.push(
      serialize.bind({
        statement: name,
        values: values as (string | Buffer | null)[],
        binary: forms[at] === true,
      }),
    )
    if (!isKnown) messages.push(serialize.describe({ type: 'P' }))
    messages.push(serialize.execute())
  }
  messages.push(serialize.sync())
  return Buffer.concat(messages)
}
