import { fork } from 'node:child_process'
import type { Reached } from './callers.ts'
import type { LoadAnswer, LoadOrder, WalletOrder } from './load-wire.ts'

/** Runs the load generator in a process of its own. Any answer that is not a success fails the run. */
export const measureHttp = (order: LoadOrder) => measureIn(new URL('load.ts', import.meta.url), order)

/** The same for rounds of a studio over the wallet. */
export const measureWallet = (order: WalletOrder) =>
  measureIn(new URL('wallet-load.ts', import.meta.url), order)

const measureIn = (generator: URL, order: LoadOrder | WalletOrder): Promise<Reached> =>
  new Promise((resolve, reject) => {
    const child = fork(generator)
    child.once('message', (answer: LoadAnswer) => {
      child.kill()
      if ('reached' in answer) resolve(answer.reached)
      else reject(new Error(`the load failed: ${answer.failed}`))
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error('the load generator ended without an answer')))
    child.send(order)
  })
