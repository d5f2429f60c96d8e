import { randomInt } from 'node:crypto'
import { request as openRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const BUSY_MS = 30_000

export type Asked = {
  method?: string
  path: string
  token?: string
  /** Sent as JSON, or unchanged if it is text. */
  body?: unknown
  headers?: Record<string, string>
  /** The caller's address according to the proxy. */
  from?: string
}

export type Answered = {
  http: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** The envelope, if the answer is one. */
  status: number | undefined
  data: Record<string, unknown>
}

/**
 * Sends a request plainly: the path is sent as written, which `fetch` would normalise. Uses Node's own client with a
 * connection per request.
 */
export function request(url: string, { method, path, token, body, headers, from }: Asked): Promise<Answered> {
  const { hostname, port } = new URL(url)
  const raw = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sending = openRequest(
      {
        hostname,
        port,
        path,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        agent: false,
        headers: {
          ...(raw === undefined ? {} : { 'content-type': 'application/json' }),
          ...(raw === undefined ? {} : { 'content-length': String(Buffer.byteLength(raw)) }),
          ...(token === undefined ? {} : { authorization: token }),
          ...(from === undefined ? {} : { 'x-forwarded-for': from }),
          ...headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ http: answer.statusCode ?? 0, headers: answer.headers, text, ...envelopeIn(text) })
        })
      },
    )
    sending.on('error', reject)
    sending.end(raw)
  })
}

/**
 * As `request`, with retries: too fast or busy (a room opens its first draw a moment after the start) waits and
 * retries, as the app does. Gives up after half a minute of busy, or after `tooFastTimes` too-fast answers: guess
 * limits last longer.
 */
export async function insist(url: string, asked: Asked, tooFastTimes = Infinity): Promise<Answered> {
  const until = Date.now() + BUSY_MS
  for (let times = 0; ; times += 1) {
    const answer = await request(url, asked)
    const isTooFast = answer.http === 429 && times < tooFastTimes
    if (!isTooFast && !(answer.http === 503 && Date.now() < until)) return answer
    await sleep(randomInt(200, 600))
  }
}

function envelopeIn(text: string): Pick<Answered, 'status' | 'data'> {
  try {
    const { status, data } = JSON.parse(text) as { status?: number; data?: Record<string, unknown> }
    return { status, data: data ?? {} }
  } catch {
    return { status: undefined, data: {} } // a page, a picture or nothing: the test reads the text
  }
}
