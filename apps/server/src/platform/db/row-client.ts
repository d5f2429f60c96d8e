import { EventEmitter } from 'node:events'
import pg from 'pg'
import { assert } from '../assert.ts'

/** Reads one row where it lies: from `at`, the count of its values, to the end of its message. */
export type ReadRow = (bytes: Buffer, view: DataView, at: number) => void

/** Who reads the rows of a connection; nobody: then the driver does. */
export type RowTap = { read: ReadRow | undefined }

/** The part of the driver's connection that takes in what the database sends. Not in its types. */
type Intake = { attachListeners?: (stream: EventEmitter) => void }

/**
 * A client of the driver whose rows can be read as the bytes they came in. All else, from the handshake to errors, is
 * the driver's: it makes a text of every value and a message of every row, which took a sixth of what a round
 * of dice costs the server.
 */
export class RowClient extends pg.Client {
  private readonly tap: RowTap = { read: undefined }

  constructor(config?: pg.ClientConfig) {
    super(config)
    const intake = this.connection as Intake
    const attach = intake.attachListeners
    assert(attach !== undefined, 'the driver takes in what the database sends where it did')
    intake.attachListeners = (stream) => attach.call(intake, withoutRows(stream, this.tap))
  }

  /** Has rows read by this from now on, or by the driver again. */
  readRows(read: ReadRow | undefined): void {
    this.tap.read = read
  }
}

/** A message: its letter, and its length without the letter. */
const HEADER_BYTES = 5
const LETTER_BYTES = 1
const DATA_ROW = 'D'.charCodeAt(0)

/** The stream as the driver hears it: whole messages in the order sent, without the rows that are read here. */
export function withoutRows(stream: EventEmitter, tap: RowTap): EventEmitter {
  const heard = new EventEmitter()
  const pass = (bytes: Buffer, from: number, to: number) => {
    if (to > from) heard.emit('data', bytes.subarray(from, to))
  }
  const takeIn = (bytes: Buffer): number => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    let passed = 0
    let at = 0
    while (at + HEADER_BYTES <= bytes.length) {
      const end = at + LETTER_BYTES + view.getUint32(at + LETTER_BYTES)
      if (end > bytes.length) break
      if (tap.read && view.getUint8(at) === DATA_ROW) {
        pass(bytes, passed, at)
        tap.read(bytes, view, at + HEADER_BYTES)
        passed = end
      }
      at = end
    }
    pass(bytes, passed, at)
    return at
  }
  const gather = gathering(takeIn)
  stream.on('data', gather)
  stream.on('end', () => heard.emit('end'))
  return heard
}

/**
 * Keeps the message that has not come whole until it has. Only that one is put together: what comes behind it is taken
 * in where it lies.
 */
function gathering(takeIn: (bytes: Buffer) => number): (bytes: Buffer) => void {
  let kept: Buffer[] = []
  let length = 0
  /** How long the kept message is, or its header as long as that is not whole. */
  let whole = 0
  const keep = (bytes: Buffer) => {
    kept = [bytes]
    length = bytes.length
    whole = length < HEADER_BYTES ? HEADER_BYTES : LETTER_BYTES + bytes.readUInt32BE(LETTER_BYTES)
  }
  return (bytes) => {
    let behind = bytes
    while (length > 0 && behind.length > 0) {
      const piece = behind.subarray(0, whole - length)
      behind = behind.subarray(piece.length)
      kept.push(piece)
      length += piece.length
      if (length < whole) return
      const joined = Buffer.concat(kept, length)
      keep(joined.subarray(takeIn(joined)))
    }
    if (behind.length > 0) keep(behind.subarray(takeIn(behind)))
  }
}
