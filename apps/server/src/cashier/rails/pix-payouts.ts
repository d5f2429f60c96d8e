import { cents } from '@palpite/money'
import type { PaymentGateway } from '../gateway/index.ts'
import type { PayoutRail } from './payout-rail.ts'

/** Payouts over PIX by one provider, to a CPF or CNPJ that the key must belong to. */
export const pixPayouts = (gateway: PaymentGateway, account: PayoutRail['account']): PayoutRail => ({
  methods: ['CPF', 'CNPJ'],
  account,
  createPayout: ({ payoutId, method, payCardNo, netCents }) =>
    gateway.createPayout({
      payoutId,
      amountCents: cents(netCents),
      key: payCardNo,
      payee: method === 'CNPJ' ? { cnpj: payCardNo } : { cpf: payCardNo },
    }),
  getPayout: (payoutId) => gateway.getPayout(payoutId),
})
