import type { Job } from '../clock/alarm.ts'
import { announce } from '../webhooks/index.ts'
import type { World } from '../world.ts'
import { nextPayoutDue, readDuePayouts, writeSettled, type Payout } from './queries.ts'
import { payoutNotice } from './wire.ts'

/** Ends due payouts, and sends a webhook to the address registered for the paying key. */
export const payoutJob = (world: World): Job => ({
  nextDueAt: () => nextPayoutDue(world.store),
  run: () => {
    for (const payout of readDuePayouts(world.store, world.now())) settlePayout(world, payout)
  },
})

const settlePayout = (world: World, payout: Payout): void =>
  world.store.atomically(() => {
    const status = payout.failure === undefined ? 'REALIZADO' : 'NAO_REALIZADO'
    const settled: Payout = { ...payout, status, settledAt: world.now() }
    if (writeSettled(world.store, settled) === 0) return
    announce(world, { pixKey: payout.request.payerKey, subject: 'payout', item: payoutNotice(settled) })
  })
