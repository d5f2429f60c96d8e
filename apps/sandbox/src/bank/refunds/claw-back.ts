import { randomUUID } from 'node:crypto'
import { cents, type Cents } from '@palpite/money'
import { returnId } from '../../web/ids.ts'
import { Refusal } from '../../web/refusal.ts'
import type { World } from '../../world.ts'
import { readPix } from '../pix/queries.ts'
import { promisedBack } from './request-refund.ts'
import { insertRefund, readRefunds, type Refund } from './queries.ts'
import { settleRefund } from './settle-refunds.ts'

/**
 * The bank takes back all or part of a received Pix, as after a fraud report. The receiver is not asked, and learns
 * of it by webhook.
 */
export const clawBack = (world: World, endToEndId: string, wanted: Cents | undefined): Refund =>
  world.store.atomically(() => {
    const pix = readPix(world.store, endToEndId)
    if (pix === undefined) throw new Refusal(404, { reason: 'unknown', message: 'No such Pix.' })
    const left = cents(pix.valueCents - promisedBack(readRefunds(world.store, endToEndId)))
    const valueCents = wanted ?? left
    if (valueCents <= 0 || valueCents > left) {
      throw new Refusal(409, { reason: 'amount', message: 'Nothing or not enough is left of this Pix.' })
    }
    const refund: Refund = {
      endToEndId,
      id: randomUUID().replaceAll('-', ''),
      returnId: returnId(world.now()),
      valueCents,
      nature: 'MED_FRAUDE',
      description: undefined,
      status: 'EM_PROCESSAMENTO',
      failure: undefined,
      requestedAt: world.now(),
      settlesAt: world.now(),
      settledAt: undefined,
    }
    insertRefund(world.store, refund)
    settleRefund(world, refund)
    return { ...refund, status: 'DEVOLVIDO', settledAt: world.now() }
  })
