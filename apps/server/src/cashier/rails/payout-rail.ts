import type { UsdtNetwork } from '@palpite/money/usdt'
import type { HouseAccount } from '../../ledger/index.ts'
import type { WithdrawMethod } from '../../protection/index.ts'
import type { PaymentGateway, PayoutAnswer, PayoutRequest } from './payment-gateway.ts'
import { cents } from '@palpite/money'

export type RailName = 'pix' | 'usdt'

/** Which rail carries a method. Every method has one: a test walks the table. */
export const railOf: Readonly<Record<WithdrawMethod, RailName>> = { CPF: 'pix', CNPJ: 'pix', USDT: 'usdt' }

/** A payout as a rail gets it: the id is ours and stays the same for ever. */
export type PayoutOrder = {
  payoutId: string
  method: WithdrawMethod
  /** The PIX key, or the address. */
  payCardNo: string
  netCents: number
  /** Both of USDT alone. */
  network: UsdtNetwork | null
  usdtMicros: number | null
}

/**
 * A way for money to leave. Asked twice with the same id it sends once. What it cannot say for certain is `unknown`,
 * never a failure; only its own word makes a payout failed.
 */
export type PayoutRail = {
  methods: readonly WithdrawMethod[]
  /** The account of the house where what it sent stands. Asked for before any account is held. */
  account: () => Promise<HouseAccount>
  createPayout: (order: PayoutOrder) => Promise<PayoutAnswer>
  /** Of a rail that carries many in one call: answers each in the order asked, or nothing where it takes no batch now. */
  batch?: {
    max: number
    create: (orders: readonly PayoutOrder[]) => Promise<readonly PayoutAnswer[] | undefined>
  }
  getPayout: (payoutId: string) => Promise<PayoutAnswer>
}

/** The rails that are no bank's, each under its name. */
export type PayoutRails = Readonly<Record<Exclude<RailName, 'pix'>, PayoutRail>>

/** Payouts over PIX by one provider, to a CPF or CNPJ that the key must belong to. */
export function pixPayouts(gateway: PaymentGateway, account: PayoutRail['account']): PayoutRail {
  const { payoutBatch: batch } = gateway
  return {
    methods: ['CPF', 'CNPJ'],
    account,
    createPayout: (order) => gateway.createPayout(requestOf(order)),
    ...(batch && { batch: { max: batch.max, create: (orders) => batch.create(orders.map(requestOf)) } }),
    getPayout: (payoutId) => gateway.getPayout(payoutId),
  }
}

const requestOf = ({ payoutId, method, payCardNo, netCents }: PayoutOrder): PayoutRequest => ({
  payoutId,
  amountCents: cents(netCents),
  key: payCardNo,
  payee: method === 'CNPJ' ? { cnpj: payCardNo } : { cpf: payCardNo },
})
