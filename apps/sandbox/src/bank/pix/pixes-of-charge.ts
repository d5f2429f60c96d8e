import type { Store } from '../../store/index.ts'
import { readPixOfCharge } from './queries.ts'
import { pixBody } from './wire.ts'

/** The Pix that paid this charge, in the form of a list: none or one. */
export const pixesOfCharge = (store: Store, txid: string): object[] => {
  const pix = readPixOfCharge(store, txid)
  return pix ? [pixBody(store, pix)] : []
}
