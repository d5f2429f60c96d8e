import { connect } from 'node:net'

/** One keep-alive connection with at most one request in flight. */
export type Line = {
  /** Sends a whole request and returns the answer; rejects unless it is a success. */
  request: (request: string) => Promise<string>
  close: () => void
}

/** Most bytes taken in at once; a longer answer comes in several pieces. */
const READ_BYTES = 4096

/**
 * Opens a connection of plain HTTP/1.1: as little work per request as the machine under test should not have to
 * share. What comes in is read into one buffer, past the machinery of streams. An answer that did what was asked
 * begins with `success`: the envelope of our own pages' calls, unless another API is called.
 */
export function openLine(host: string, port: number, success = '{"status":200'): Promise<Line> {
  let read = ''
  let waiting: Waiting | undefined
  const settle = (answer: string | Error) => {
    const now = waiting
    waiting = undefined
    if (typeof answer === 'string') now?.resolve(answer)
    else now?.reject(answer)
  }
  const take = (bytes: number, buffer: Buffer): boolean => {
    read += buffer.toString('latin1', 0, bytes)
    if (!isWhole(read)) return true
    const answer = read
    read = ''
    settle(isSuccess(answer, success) ? answer : new Error(`not a success: ${answer.slice(0, 600)}`))
    return true
  }
  return new Promise((resolve, reject) => {
    const onread = {
      buffer: Buffer.alloc(READ_BYTES),
      callback: (bytes: number, into: Uint8Array) => take(bytes, into as Buffer),
    }
    const socket = connect({ host, port, noDelay: true, onread })
    socket.once('error', reject)
    socket.on('error', (error) => settle(error))
    socket.on('close', () => settle(new Error('the server closed a connection')))
    socket.once('connect', () =>
      resolve({
        request: (request) =>
          new Promise((done, fail) => {
            waiting = { resolve: done, reject: fail }
            socket.write(request, 'latin1')
          }),
        close: () => socket.destroy(),
      }),
    )
  })
}

type Waiting = { resolve: (answer: string) => void; reject: (error: Error) => void }

const LENGTH = 'content-length: '

/** Whether all of the answer is there. Bytes are read as latin1, so a length in bytes is one in characters. */
function isWhole(read: string): boolean {
  const bodyAt = read.indexOf('\r\n\r\n')
  if (bodyAt < 0) return false
  const lengthAt = read.indexOf(LENGTH)
  if (lengthAt < 0 || lengthAt > bodyAt) return true
  const length = Number.parseInt(read.slice(lengthAt + LENGTH.length, lengthAt + LENGTH.length + 12), 10)
  return read.length >= bodyAt + 4 + length
}

/** HTTP 200, and a body that begins as a success does. */
const isSuccess = (answer: string, success: string) =>
  answer.startsWith('HTTP/1.1 200 ') && answer.startsWith(success, answer.indexOf('\r\n\r\n') + 4)
