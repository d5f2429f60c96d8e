import { randomUUID } from 'node:crypto'
import { buildBrCode } from '@palpite/money/brcode'
import type { World } from '../../world.ts'
import { RECEIVER } from '../receiver.ts'
import type { Charge, ChargeTerms } from './charge.ts'
import { insertCharge, readCharge } from './queries.ts'
import { refused } from './terms.ts'

/**
 * Opens a charge under this txid. A txid can be used only once: a repeated request is refused, and the caller reads
 * the charge to see whether it is the intended one.
 */
export const createCharge = (world: World, txid: string, terms: ChargeTerms): Charge =>
  world.store.atomically(() => {
    if (readCharge(world.store, txid) !== undefined) {
      throw refused('txid', 'O campo txid encontra-se em uso.')
    }
    const token = randomUUID().replaceAll('-', '')
    const location = `${world.publicUrl().replace(/^https?:\/\//, '')}/qr/v2/${token}`
    insertCharge(world.store, {
      txid,
      token,
      location,
      brCode: chargeCode(location, terms),
      createdAt: world.now(),
      terms,
    })
    const made = readCharge(world.store, txid)
    if (made === undefined) throw new Error('a charge just made can be read')
    return made
  })

/** The copy-and-paste code of a charge: single-use, with the address of its payload. */
export const chargeCode = (location: string, terms: ChargeTerms): string =>
  buildBrCode({
    target: { url: location },
    name: RECEIVER.name,
    city: RECEIVER.city,
    singleUse: true,
    ...(terms.valueCents > 0 ? { amountCents: terms.valueCents } : {}),
  })
