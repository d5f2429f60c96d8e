import { Fault } from '../../platform/errors.ts'
import { z } from 'zod'
import { X509Certificate } from 'node:crypto'
import { Agent as HttpAgent, type IncomingMessage, request as overHttp } from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'

/** The bank's response: its status, and its body parsed as JSON. */
export type Reply = { status: number; body: unknown }

/**
 * Why there was no valid answer: unreachable, too slow, a certificate that one side rejects (ours or theirs), no
 * token, a token that the bank rejects, a server error, or a body that is not JSON (banks answer HTML when they are
 * down).
 */
export type BankFailure =
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  | 'token'
  | 'refused'
  | 'server'
  | 'no_json'

/** A call to the bank failed without a valid answer, and why. */
class BankFault extends Fault {
  override name = 'BankFault'
  readonly failure: BankFailure
  constructor(failure: BankFailure, message: string, cause?: unknown) {
    super(`no answer from the bank: ${message}`, cause)
    this.failure = failure
  }
}

/** Our client certificate for the bank with its key, and the authority that we accept for the bank's own; PEM. */
export type ClientCertificate = { cert: string; key: string; ca?: string | undefined }

type BankRequest = {
  method: 'GET' | 'PUT' | 'PATCH' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

type Method = 'GET' | 'PUT' | 'PATCH' | 'POST'

export type BankClient = {
  /** Resolves for every status below 500; throws a Fault for a 5xx, a time-out or a broken connection. */
  call: (method: Method, path: string, body?: object) => Promise<Reply>
}

/** The address of a bank and our credentials there. */
export type BankAccess = {
  url: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** Only for banks that require a client certificate. */
  certificate?: ClientCertificate | undefined
  timeoutMs: number
  /** Called with the outcome of each call. */
  onOutcome: (outcome: 'answered' | BankFailure) => void
}

/** The client of a bank: sends a token with every call, and fetches a new one once if the bank rejects it. */
export function openBankClient(bank: BankAccess): BankClient {
  const { onOutcome } = bank
  const base = bank.url.replace(/\/$/, '')
  const { origin } = new URL(base)
  const transport = openTransport(bank)
  const tokens = openTokens({ ...bank, transport })
  const send = async (method: Method, path: string, body?: object): Promise<Reply> => {
    // Payout calls have their own version, so their path starts at the bank's origin.
    const target = /^\/v\d\//.test(path) ? `${origin}${path}` : `${base}${path}`
    return transport(target, {
      method,
      headers: {
        authorization: `Bearer ${await tokens.token()}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
    })
  }
  const call = async (method: Method, path: string, body?: object): Promise<Reply> => {
    const reply = await send(method, path, body)
    if (reply.status !== 401) return reply
    tokens.forget()
    return send(method, path, body)
  }
  return {
    call: async (method, path, body) => {
      try {
        const reply = await call(method, path, body)
        // 401 and 403 carry no data: treat them as failures.
        if (reply.status === 401 || reply.status === 403)
          throw new BankFault('refused', `the bank does not let us in (${reply.status})`)
        onOutcome('answered')
        return reply
      } catch (error) {
        if (error instanceof Fault) onOutcome(error instanceof BankFault ? error.failure : 'server')
        throw error
      }
    },
  }
}

/** The access token for the bank: cached until shortly before it expires, fetched once for concurrent callers. */
type Tokens = { token: () => Promise<string>; forget: () => void }

type TokenOptions = Pick<BankAccess, 'tokenUrl' | 'clientId' | 'clientSecret'> & { transport: Transport }

/** A token this close to its end may expire on the way. */
const MARGIN_MS = 30_000

const answerShape = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().default(60),
})

/** OAuth 2.0 client credentials, which API Pix requires. */
function openTokens(options: TokenOptions): Tokens {
  let held: { token: string; endsAtMs: number } | undefined
  let fetching: Promise<string> | undefined

  const fetchToken = async () => {
    const requestedAtMs = performance.now()
    const { token, lifeMs } = await requestToken(options)
    // A token that lives shorter than the margin is used once and fetched again.
    held = { token, endsAtMs: requestedAtMs + lifeMs - MARGIN_MS }
    return token
  }
  return {
    forget: () => {
      held = undefined
    },
    token: () => {
      if (held && performance.now() < held.endsAtMs) return Promise.resolve(held.token)
      fetching ??= fetchToken().finally(() => {
        fetching = undefined
      })
      return fetching
    },
  }
}

async function requestToken({ tokenUrl, clientId, clientSecret, transport }: TokenOptions) {
  const reply = await transport(tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  }).catch((error: unknown) => {
    // Report certificate problems as such: they concern the connection to the bank, not its token service.
    if (!(error instanceof BankFault) || error.failure === 'certificate') throw error
    throw new BankFault('token', 'the bank gives no token', error)
  })
  const read = answerShape.safeParse(reply.body)
  if (reply.status !== 200 || !read.success) {
    throw new BankFault('token', `the bank gave no token (${reply.status})`)
  }
  return { token: read.data.access_token, lifeMs: read.data.expires_in * 1000 }
}

/**
 * Sends one request and reads its whole response. 408, 425 and 429 leave the outcome unknown, so they are faults like
 * a 5xx.
 */
type Transport = (url: string, request: BankRequest) => Promise<Reply>

/** When our certificate expires. */
export const certificateEnd = ({ cert }: Pick<ClientCertificate, 'cert'>): Date =>
  new Date(new X509Certificate(cert).validTo)

/** The largest response accepted from a bank: a page of a thousand Pix is well below. */
const MAX_BYTES = 4_000_000
/** Connections kept open to one bank. */
const MAX_SOCKETS = 50

/** Creates the transport to a bank: keep-alive connections, with our client certificate where there is one. */
function openTransport({ timeoutMs, certificate }: Pick<BankAccess, 'timeoutMs' | 'certificate'>): Transport {
  const kept = { keepAlive: true, maxSockets: MAX_SOCKETS }
  const endsAt = certificate && certificateEnd(certificate)
  const plain = new HttpAgent(kept)
  const secure = new HttpsAgent({ ...kept, ...certificate })
  const send = (url: string, { method, headers, body }: BankRequest): Promise<IncomingMessage> =>
    new Promise((answered, failed) => {
      const isSecure = url.startsWith('https:')
      const options = {
        method,
        agent: isSecure ? secure : plain,
        headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(timeoutMs),
      }
      const request = isSecure ? overHttps(url, options, answered) : overHttp(url, options, answered)
      request.on('error', failed)
      request.end(body)
    })
  return async (url, request) => {
    // Reported by name here, because a bank just closes the connection on an expired certificate.
    if (endsAt && endsAt.getTime() <= Date.now())
      throw new BankFault('certificate', `our certificate ended on ${endsAt.toISOString()}`)
    const { status, text } = await readResponse(() => send(url, request))
    if (status >= 500 || status === 408 || status === 425 || status === 429) {
      throw new BankFault('server', `the bank answered ${status}`)
    }
    if (status >= 300 && status < 400) throw new BankFault('server', 'the bank answered with a redirect')
    return { status, body: readJson(text) }
  }
}

async function readResponse(send: () => Promise<IncomingMessage>): Promise<{ status: number; text: string }> {
  try {
    const response = await send()
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_BYTES) throw new Error('the answer is too long')
      chunks.push(chunk)
    }
    return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }
  } catch (error) {
    throw new BankFault(failureOf(error), error instanceof Error ? error.message : 'unreadable', error)
  }
}

/** TLS error codes about certificates: OpenSSL's checks, and alerts from the other side. */
const CERTIFICATE = /CERT|ERR_TLS|ERR_SSL|ERR_OSSL|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/

function failureOf(error: unknown): BankFailure {
  if (!(error instanceof Error)) return 'unreachable'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout'
  return 'code' in error && CERTIFICATE.test(String(error.code)) ? 'certificate' : 'unreachable'
}

function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new BankFault('no_json', 'the answer is not JSON', error)
  }
}
