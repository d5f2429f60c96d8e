import type { Job } from '../../clock/alarm.ts'
import { announce } from '../../webhooks/index.ts'
import type { World } from '../../world.ts'
import { readPix } from '../pix/queries.ts'
import { pixBody } from '../pix/wire.ts'
import { nextRefundDue, readDueRefunds, writeSettled, type Refund } from './queries.ts'

/** Ends due refunds and sends webhooks. */
export const refundJob = (world: World): Job => ({
  nextDueAt: () => nextRefundDue(world.store),
  run: () => {
    for (const refund of readDueRefunds(world.store, world.now())) settleRefund(world, refund)
  },
})

/** Ends one refund, with a webhook: the same Pix again, now with its refunds. */
export const settleRefund = (world: World, refund: Refund): void =>
  world.store.atomically(() => {
    if (writeSettled(world.store, refund, world.now()) === 0) return
    const pix = readPix(world.store, refund.endToEndId)
    if (pix === undefined) throw new Error(`refund ${refund.id} has no Pix ${refund.endToEndId}`)
    announce(world, { pixKey: pix.pixKey, subject: 'devolucao', item: pixBody(world.store, pix) })
  })
