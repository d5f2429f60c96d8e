import { Fault } from '../../platform/fault.ts'
import type { BankAccess } from './bank-access.ts'
import { type SendToBank, BankFault, type BankTrouble, type Reply } from './bank-request.ts'

type Method = 'GET' | 'PUT' | 'PATCH' | 'POST'

export type BankClient = {
  /** Answers every status below 500; throws a Fault for the rest, for silence and for a broken connection. */
  call: (method: Method, path: string, body?: object) => Promise<Reply>
}

type Options = {
  url: string
  access: BankAccess
  ask: SendToBank
  /** Told how each call ended. */
  heard: (outcome: 'answered' | BankTrouble) => void
}

/** The client of the bank: a token on every call, fetched again once when the bank no longer takes it. */
export function openBankClient({ url, access, ask, heard }: Options): BankClient {
  const base = url.replace(/\/$/, '')
  const { origin } = new URL(base)
  const send = async (method: Method, path: string, body?: object): Promise<Reply> => {
    // Calls of payouts have a version of their own, so their path stands below the bank's origin.
    const target = /^\/v\d\//.test(path) ? `${origin}${path}` : `${base}${path}`
    return ask(target, {
      method,
      headers: {
        authorization: `Bearer ${await access.token()}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
    })
  }
  const call = async (method: Method, path: string, body?: object): Promise<Reply> => {
    const reply = await send(method, path, body)
    if (reply.status !== 401) return reply
    access.forget()
    return send(method, path, body)
  }
  return {
    call: async (method, path, body) => {
      try {
        const reply = await call(method, path, body)
        // Whoever may not ask is told nothing: that is no answer, whatever it says beside.
        if (reply.status === 401 || reply.status === 403)
          throw new BankFault('refused', `the bank does not let us in (${reply.status})`)
        heard('answered')
        return reply
      } catch (error) {
        if (error instanceof Fault) heard(error instanceof BankFault ? error.trouble : 'server')
        throw error
      }
    },
  }
}
