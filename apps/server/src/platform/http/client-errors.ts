import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { refusalText } from '../texts.ts'
import type { Headers } from './security-headers.ts'

/** What Node says of a request that never became one, and the status that it is answered with. */
const STATUS_OF: Readonly<Record<string, 408 | 431>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/**
 * Answers in the envelope what no route gets to see: what the parser of HTTP refuses, and requests that do not end in
 * time. Nothing of it can be read, not even the language, so it is said in Portuguese; then the connection is closed.
 */
export const answerClientErrors =
  (headers: Headers) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    // Reset by its client: there is nobody to answer.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = STATUS_OF[error.code ?? ''] ?? 400
    const field = 'request'
    const message = refusalText('bad_request', 'pt-BR', { field })
    const body = JSON.stringify({ status, message, data: { field, code: 'bad_request' } })
    const lines = Object.entries({
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
      socket.destroy(),
    )
  }

/** A request of HTTP/1.1 says which host it means. Node would answer without a word who does not. */
export const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined

/**
 * Whether a request failed because its client broke it off while its body was still coming. The stream of the request
 * failed then, with the same error as a database that hangs up: it is the client's doing all the same.
 */
export const isBrokenOff = ({ raw }: FastifyRequest, error: unknown): boolean =>
  !raw.complete && (raw.errored === error || raw.destroyed)
