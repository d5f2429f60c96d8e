import type { Store } from '../../store/index.ts'
import { readPixOfCharge } from './queries.ts'
import { pixBody } from './wire.ts'

/** The Pix that paid this charge, as shown inside it: none or one. */
export const pixesOfCharge = (store: Store, txid: string): object[] => {
  const pix = readPixOfCharge(store, txid)
  return pix ? [pixBody(store, pix)] : []
}
