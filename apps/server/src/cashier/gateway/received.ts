import { plainReais } from '@palpite/money'
import { Fault } from '../../platform/fault.ts'
import type { BankClient } from './bank-client.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { readAllPages } from './read-all-pages.ts'
import { readPix, readProblem, readRefund, type OnInvalidResponse } from './wire.ts'

type Received = Pick<PaymentGateway, 'getPix' | 'listPix' | 'refund'>

/** Received Pix and their refunds (`/pix`). */
export function receivedOver(client: BankClient, odd: OnInvalidResponse): Received {
  return {
    getPix: async (e2eid) => {
      const { status, body } = await client.call('GET', `/pix/${encodeURIComponent(e2eid)}`)
      if (status === 404) return undefined
      const pix = status === 200 ? readPix(body, odd) : undefined
      if (!pix) throw new Fault(`a Pix cannot be read: ${readProblem(status, body)}`)
      if (pix.e2eid !== e2eid) throw new Fault('the bank answered with another Pix')
      return pix
    },
    listPix: async (span, only) => {
      const more = only ? { devolucaoPresente: 'true' } : {}
      const items = await readAllPages(client, { path: '/pix', span, list: 'pix', more })
      return items.flatMap((item) => readPix(item, odd) ?? [])
    },
    refund: async ({ e2eid, id, amountCents }) => {
      const path = `/pix/${encodeURIComponent(e2eid)}/devolucao/${encodeURIComponent(id)}`
      const made = await client.call('PUT', path, { valor: plainReais(amountCents) })
      const refund = readRefund(made.body)
      if (made.status < 300 && refund) return refund
      if (made.status < 300) odd('unreadable_refund', { e2eid, refund: id })
      // An id in use is refused even for the same refund: read it and compare.
      const { status, body } = await client.call('GET', path)
      const known = readRefund(body)
      if (status === 200 && known?.amountCents === amountCents) return known
      if (status === 404 && made.status >= 400) {
        return { state: 'refused', why: readProblem(made.status, made.body) }
      }
      throw new Fault(`a refund cannot be read: ${readProblem(status, body)}`)
    },
  }
}
