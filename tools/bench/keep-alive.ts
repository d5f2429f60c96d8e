import { connect, type Socket } from 'node:net'

/** One keep-alive connection that has at most one request on its way. */
export type Line = {
  /** Sends a whole request and settles when its answer was read; rejects unless that is a success of ours. */
  ask: (request: string) => Promise<void>
  close: () => void
}

/** Opens a connection of plain HTTP/1.1: as little work per request as the machine under test should not have to share. */
export function openLine(host: string, port: number): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    socket.setEncoding('latin1')
    socket.once('error', reject)
    socket.once('connect', () => resolve(lineOver(socket)))
  })
}

type Waiting = { resolve: () => void; reject: (error: Error) => void }

function lineOver(socket: Socket): Line {
  let read = ''
  let waiting: Waiting | undefined
  const settle = (error?: Error) => {
    const now = waiting
    waiting = undefined
    if (error) now?.reject(error)
    else now?.resolve()
  }
  socket.on('data', (text: string) => {
    read += text
    const answer = wholeAnswer(read)
    if (answer === undefined) return
    read = ''
    settle(isSuccess(answer) ? undefined : new Error(`not a success: ${answer.slice(0, 600)}`))
  })
  socket.on('error', (error) => settle(error))
  socket.on('close', () => settle(new Error('the server closed a connection')))
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request, 'latin1')
      }),
    close: () => socket.destroy(),
  }
}

/** The answer once all of it is there. Bytes are read as latin1, so a length in bytes is one in characters. */
function wholeAnswer(read: string): string | undefined {
  const bodyAt = read.indexOf('\r\n\r\n')
  if (bodyAt < 0) return undefined
  const length = /content-length: (\d+)/i.exec(read)?.[1]
  if (length === undefined) return read
  return read.length >= bodyAt + 4 + Number(length) ? read : undefined
}

/** HTTP 200 and status 200 in the envelope. */
const isSuccess = (answer: string) =>
  answer.startsWith('HTTP/1.1 200 ') && answer.startsWith('{"status":200', answer.indexOf('\r\n\r\n') + 4)
