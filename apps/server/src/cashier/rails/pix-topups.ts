import type { Charge as PixCharge, PaymentGateway, ReceivedPix } from './payment-gateway.ts'
import type { IncomingPayment, Charge, TopUpRail, TopUpSource } from './topup-rail.ts'

/** Top-ups over PIX by one provider: its txid is our id of the charge, its end-to-end id what came. */
export function pixTopUps(gateway: PaymentGateway, source: Omit<TopUpSource, 'rail'>): TopUpRail {
  return {
    rail: 'pix',
    ...source,
    createCharge: async ({ chargeRef, ...request }) => {
      const answer = await gateway.createCharge({ ...request, txid: chargeRef })
      return answer.kind === 'open' ? { kind: 'open', charge: chargeOf(gateway, answer.charge) } : answer
    },
    getCharge: async (chargeRef) => {
      const charge = await gateway.getCharge(chargeRef)
      return charge && chargeOf(gateway, charge)
    },
    removeCharge: (chargeRef) => gateway.removeCharge(chargeRef),
    getIncomingPayment: async (providerRef) => {
      const pix = await gateway.getPix(providerRef)
      if (!pix) return undefined
      return gateway.isOurs(pix) ? incomingPaymentOf(pix) : 'foreign'
    },
    listIncomingPayments: async (span, only) =>
      (await gateway.listPix(span, only)).filter(gateway.isOurs).map(incomingPaymentOf),
    refund: ({ providerRef, ...request }) => gateway.refund({ ...request, e2eid: providerRef }),
  }
}

const incomingPaymentOf = ({
  e2eid,
  txid,
  amountCents,
  paidAt,
  payerTaxId,
  refunds,
}: ReceivedPix): IncomingPayment => ({
  providerRef: e2eid,
  chargeRef: txid,
  amountCents,
  paidAt,
  payerTaxId,
  refunds,
})

const chargeOf = (gateway: PaymentGateway, { state, amountCents, brCode, pixes }: PixCharge): Charge => ({
  state,
  amountCents,
  brCode,
  arrivals: pixes.filter(gateway.isOurs).map(incomingPaymentOf),
})
