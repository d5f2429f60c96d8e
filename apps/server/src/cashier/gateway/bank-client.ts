import type { BankAccess } from './bank-access.ts'
import { type Reply, request } from './bank-request.ts'

type Method = 'GET' | 'PUT' | 'PATCH'

export type BankClient = {
  /** Answers every status below 500; throws a Fault for the rest, for silence and for a broken connection. */
  call: (method: Method, path: string, body?: object) => Promise<Reply>
}

type Options = { url: string; access: BankAccess; timeoutMs: number }

/** The client of the bank: a token on every call, fetched again once when the bank no longer takes it. */
export function openBankClient({ url, access, timeoutMs }: Options): BankClient {
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
