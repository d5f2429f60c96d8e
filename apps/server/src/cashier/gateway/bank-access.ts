import { z } from 'zod'
import { type SendToBank, BankFault } from './bank-request.ts'

/** The token for calls to the bank: kept until shortly before it ends, fetched once for all who wait. */
export type BankAccess = { token: () => Promise<string>; forget: () => void }

type Options = { tokenUrl: string; clientId: string; clientSecret: string; ask: SendToBank }

/** A token this close to its end might end on the way. */
const MARGIN_MS = 30_000

const answerShape = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().default(60),
})

/** OAuth 2.0 client credentials: the way in to API Pix. */
export function openBankAccess(options: Options): BankAccess {
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

async function requestToken({ tokenUrl, clientId, clientSecret, ask }: Options) {
  const reply = await ask(tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  }).catch((error: unknown) => {
    // What is wrong with a certificate is said as such: it is our line to the bank, not its desk of tokens.
    if (!(error instanceof BankFault) || error.trouble === 'certificate') throw error
    throw new BankFault('token', 'the bank gives no token', error)
  })
  const read = answerShape.safeParse(reply.body)
  if (reply.status !== 200 || !read.success) {
    throw new BankFault('token', `the bank gave no token (${reply.status})`)
  }
  return { token: read.data.access_token, lifeMs: read.data.expires_in * 1000 }
}
