import { Fault } from '../../platform/fault.ts'
import type { PaymentGateway } from './payment-gateway.ts'

/** No provider: every call is a fault, and no webhook is anybody's. The rest of the server runs on. */
export function closedGateway(): PaymentGateway {
  const closed = () => Promise.reject(new Fault('no payment provider is configured (PIX_URL and its keys)'))
  const unknown = () =>
    Promise.resolve({ kind: 'unknown', why: 'no payment provider is configured' } as const)
  return {
    createCharge: closed,
    getCharge: closed,
    removeCharge: closed,
    listCharges: closed,
    getPix: closed,
    listPix: closed,
    refund: closed,
    createPayout: unknown,
    payoutBatch: undefined,
    getPayout: unknown,
    readBalance: closed,
    parseWebhook: () => undefined,
    registerWebhook: closed,
    isOurs: () => false,
  }
}
