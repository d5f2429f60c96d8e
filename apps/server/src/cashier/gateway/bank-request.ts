import { X509Certificate } from 'node:crypto'
import { Agent as HttpAgent, type IncomingMessage, request as overHttp } from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'
import { Fault } from '../../platform/fault.ts'

/** What came back from the bank: the status and the body, as far as it was JSON. */
export type Reply = { status: number; body: unknown }

/**
 * Why there was no sensible answer: nobody there, too slow, a certificate that one side does not take (ours is over, or
 * theirs), no token to be had, a token that opens nothing, a server that failed, something that is no JSON (banks answer HTML when they are down).
 */
export type BankTrouble =
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  | 'token'
  | 'refused'
  | 'server'
  | 'no_json'

/** A call that the bank did not answer sensibly, and why. */
export class BankFault extends Fault {
  override name = 'BankFault'
  readonly trouble: BankTrouble
  constructor(trouble: BankTrouble, message: string, cause?: unknown) {
    super(`no answer from the bank: ${message}`, cause)
    this.trouble = trouble
  }
}

/** Our certificate for the bank, with its key, and whom we believe to be the bank; PEM. */
export type ClientCertificate = { cert: string; key: string; ca?: string | undefined }

export type BankRequest = {
  method: 'GET' | 'PUT' | 'PATCH' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

/** When our certificate is over. */
export const certificateEnd = ({ cert }: Pick<ClientCertificate, 'cert'>): Date =>
  new Date(new X509Certificate(cert).validTo)

/** Sends one request and reads its whole response. 408, 425 and 429 leave the outcome unknown: faults like a 5xx. */
export type SendToBank = (url: string, request: BankRequest) => Promise<Reply>

/** The most a bank may say in one answer: a page of a thousand Pix is well below. */
const MAX_BYTES = 4_000_000
/** Connections that are kept open to one bank. */
const MAX_SOCKETS = 50

type Options = { timeoutMs: number; certificate?: ClientCertificate | undefined }

/** Creates the transport to a bank: connections are kept alive, each with our client certificate where there is one. */
export function openBankTransport({ timeoutMs, certificate }: Options): SendToBank {
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
    // Said here by name: a bank only closes the line on one that is over.
    if (endsAt && endsAt.getTime() <= Date.now())
      throw new BankFault('certificate', `our certificate ended on ${endsAt.toISOString()}`)
    const { status, text } = await heard(() => send(url, request))
    if (status >= 500 || status === 408 || status === 425 || status === 429) {
      throw new BankFault('server', `the bank answered ${status}`)
    }
    if (status >= 300 && status < 400) throw new BankFault('server', 'the bank sent us elsewhere')
    return { status, body: readJson(text) }
  }
}

async function heard(send: () => Promise<IncomingMessage>): Promise<{ status: number; text: string }> {
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
    throw new BankFault(troubleOf(error), error instanceof Error ? error.message : 'unreadable', error)
  }
}

/** What TLS says of certificates: those of OpenSSL's checks, and the alerts of the other side. */
const CERTIFICATE = /CERT|ERR_TLS|ERR_SSL|ERR_OSSL|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/

function troubleOf(error: unknown): BankTrouble {
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
