import { createHmac } from 'node:crypto'
import { type WalletCall, type WalletCalls, walletHeaders, walletPath } from '@palpite/contract/studio'

/** A wallet under test, with its signing key. */
export type Target = { url: string; keyId: string; secret: string }

export type Answered = { http: number; ok: boolean; code: string | undefined; data: Record<string, unknown> }

/** How a call differs from a correct one. */
export type Twist = { secret?: string; timestampMs?: number; raw?: string; cutAfterMs?: number }

/** Calls a wallet as a studio does, or wrongly on purpose. An interrupted call returns undefined. */
export async function callWallet<C extends WalletCall>(
  { url, keyId, secret }: Target,
  call: C,
  body: WalletCalls[C]['body'] | Record<string, unknown>,
  twist: Twist = {},
): Promise<Answered | undefined> {
  const path = walletPath(call)
  const raw = JSON.stringify(body)
  const timestamp = String(twist.timestampMs ?? Date.now())
  const signature = createHmac('sha256', twist.secret ?? secret)
    .update(`${timestamp}.${path}.${raw}`)
    .digest('hex')
  const patience = twist.cutAfterMs ?? 10_000
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [walletHeaders.key]: keyId,
        [walletHeaders.timestamp]: timestamp,
        [walletHeaders.signature]: signature,
      },
      // Other bytes than signed, for rules that require it.
      body: twist.raw ?? raw,
      signal: AbortSignal.timeout(patience),
    })
    const read = (await response.json()) as { ok?: boolean; code?: string; data?: Record<string, unknown> }
    return { http: response.status, ok: read.ok === true, code: read.code, data: read.data ?? {} }
  } catch (error) {
    if (twist.cutAfterMs !== undefined) return undefined
    throw new Error(`the wallet did not answer ${path}`, { cause: error })
  }
}
