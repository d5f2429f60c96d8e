import { Fault } from '../../platform/fault.ts'
import type { BankAccess } from './bank-access.ts'

type Method = 'GET' | 'PUT' | 'PATCH'

/** What came back over the line: the status and the body, as far as it was JSON. */
export type Reply = { status: number; body: unknown }

export type BankLine = {
  /** Answers every status below 500; throws a Fault for the rest, for silence and for a broken line. */
  call: (method: Method, path: string, body?: object) => Promise<Reply>
}

type Options = { url: string; access: BankAccess; timeoutMs: number }

/** The most a bank may say in one answer: a page of a thousand Pix is well below. */
const MAX_BYTES = 4_000_000

/** The line to the bank: a token on every call, fetched again once when the bank no longer takes it. */
export function openBankLine({ url, access, timeoutMs }: Options): BankLine {
  const base = url.replace(/\/$/, '')
  const { origin } = new URL(base)
  const send = async (method: Method, path: string, body?: object): Promise<Reply> => {
    // Calls of payouts have a version of their own, so their path stands below the bank's origin.
    const target = /^\/v\d\//.test(path) ? `${origin}${path}` : `${base}${path}`
    return request(target, {
      method,
      headers: {
        authorization: `Bearer ${await access.token()}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  }
  return {
    call: async (method, path, body) => {
      const reply = await send(method, path, body)
      if (reply.status !== 401) return reply
      access.forget()
      return send(method, path, body)
    },
  }
}

/** One request and its whole answer. 408, 425 and 429 say nothing about what was asked: Faults like a 5xx. */
export async function request(url: string, init: RequestInit): Promise<Reply> {
  try {
    const response = await fetch(url, init)
    const { status } = response
    const text = await response.text()
    if (text.length > MAX_BYTES) throw new Error('the answer is too long')
    if (status >= 500 || status === 408 || status === 425 || status === 429) {
      throw new Error(`the bank answered ${status}`)
    }
    return { status, body: readJson(text) }
  } catch (error) {
    throw new Fault(
      `no answer from the bank: ${error instanceof Error ? error.message : 'unreadable'}`,
      error,
    )
  }
}

function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new Error('the answer is not JSON', { cause: error })
  }
}
