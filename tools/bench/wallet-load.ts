import { createHmac } from 'node:crypto'
import { type WalletCall, type WalletCalls, walletHeaders, walletPath } from '@palpite/contract/studio'
import { systemRandom } from '../../apps/server/src/platform/crypto.ts'
import { measureCallers, type Reached } from './callers.ts'
import { openLine } from './keep-alive.ts'
import type { LoadAnswer, WalletOrder } from './load-wire.ts'

// A studio under load, in a process of its own: rounds of many players, each a debit and the credit that ends it.
process.once('message', (order: WalletOrder) => {
  void load(order).then(
    (result) => process.send?.({ reached: result } satisfies LoadAnswer),
    (error: unknown) => process.send?.({ failed: String(error) } satisfies LoadAnswer),
  )
})

const STAKE_CENTS = 100
/** The start of every successful answer. */
const DONE = '{"ok":true'

/** Plays rounds, each in the session that has waited longest: no player plays as fast as a caller does. */
async function load(order: WalletOrder): Promise<Reached> {
  const { host, port, connections, seconds, warmUpSeconds, sessions } = order
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine(host, port, DONE)))
  const free = [...lines]
  const waiting = [...sessions]
  const run = systemRandom.hex(9)
  let count = 0
  try {
    return await measureCallers({
      callers: connections,
      seconds,
      warmUpSeconds,
      request: async () => {
        const line = free.pop()
        const session = waiting.shift()
        if (!line || session === undefined) throw new Error('there are more sessions than callers')
        count += 1
        const round = { session, currency: 'BRL', roundId: `${run}-${count}` }
        const debit = { ...round, transactionId: `d-${run}-${count}`, cents: STAKE_CENTS }
        // Stakes are returned, so that the balances last however long this runs.
        const credit = { ...round, transactionId: `c-${run}-${count}`, cents: STAKE_CENTS, endsRound: true }
        await line.request(signed(order, 'debit', debit))
        await line.request(signed(order, 'credit', credit))
        free.push(line)
        waiting.push(session)
      },
    })
  } finally {
    for (const line of lines) line.close()
  }
}

function signed<C extends WalletCall>(
  { host, keyId, secret }: WalletOrder,
  call: C,
  body: WalletCalls[C]['body'],
): string {
  const path = walletPath(call)
  const raw = JSON.stringify(body)
  const timestamp = String(Date.now())
  const signature = createHmac('sha256', secret).update(`${timestamp}.${path}.${raw}`).digest('hex')
  return (
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
    `${walletHeaders.key}: ${keyId}\r\n${walletHeaders.timestamp}: ${timestamp}\r\n` +
    `${walletHeaders.signature}: ${signature}\r\nContent-Length: ${raw.length}\r\n\r\n${raw}`
  )
}
