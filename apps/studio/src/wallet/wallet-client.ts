import { createHmac } from 'node:crypto'
import {
  type WalletCall,
  type WalletCalls,
  walletHeaders,
  walletPath,
  type WalletRefusal,
  walletRefusals,
} from '@palpite/contract/studio'

/** The wallet's answer; `unknown` if the outcome is unknown. */
export type Said<C extends WalletCall> =
  | { kind: 'done'; data: WalletCalls[C]['data'] }
  | { kind: 'refused'; code: WalletRefusal }
  | { kind: 'unknown' }

/** Refusals of a call (key, clock, address, rate). They say nothing about the transaction, which the wallet did not read. */
const ofTheCall: readonly WalletRefusal[] = [
  'bad_signature',
  'stale_timestamp',
  'address_not_allowed',
  'too_many_requests',
]

/** Whether this refusal leaves the transaction undecided: a return or a stake that is owed stays owed. */
export const isOfTheCall = (code: WalletRefusal): boolean => ofTheCall.includes(code)

export type WalletClient = <C extends WalletCall>(call: C, body: WalletCalls[C]['body']) => Promise<Said<C>>

const PATIENCE_MS = 5000

type Terms = { url: string; keyId: string; secret: string }

/** Signs a call: HMAC-SHA256 over time, path and the exact bytes. */
const signed = ({ keyId, secret }: Omit<Terms, 'url'>, path: string, raw: string, nowMs: number) => ({
  [walletHeaders.key]: keyId,
  [walletHeaders.timestamp]: String(nowMs),
  [walletHeaders.signature]: createHmac('sha256', secret).update(`${nowMs}.${path}.${raw}`).digest('hex'),
})

/** The wallet, over HTTP. After `unknown` the caller retries with the same id, or rolls back. */
export const openWallet =
  ({ url, keyId, secret }: Terms): WalletClient =>
  async <C extends WalletCall>(call: C, body: WalletCalls[C]['body']): Promise<Said<C>> => {
    const path = walletPath(call)
    const raw = JSON.stringify(body)
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signed({ keyId, secret }, path, raw, Date.now()),
      },
      body: raw,
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).then(
      (response) => response.json() as Promise<unknown>,
      () => undefined, // refused, cut off or too late: nothing is known
    )
    return read(answer)
  }

function read<C extends WalletCall>(answer: unknown): Said<C> {
  if (typeof answer !== 'object' || answer === null) return { kind: 'unknown' }
  if ('ok' in answer && answer.ok === true && 'data' in answer) {
    return { kind: 'done', data: answer.data as WalletCalls[C]['data'] }
  }
  const code = 'code' in answer ? answer.code : undefined
  if (typeof code === 'string' && code in walletRefusals && code !== 'try_again') {
    return { kind: 'refused', code: code as WalletRefusal }
  }
  return { kind: 'unknown' }
}
