import type { WithdrawMethod } from '../../protection/index.ts'
import type { RailName } from './payout-rail.ts'

export { accountKind, providerOfAccount, providersOf } from './providers-of.ts'
export { openIdentities } from './identities.ts'
export { payoutRailOf, type Provider, type Providers } from './providers.ts'
export type { PayoutOrder, PayoutRail, PayoutRails, RailName } from './payout-rail.ts'
export type { IncomingPayment, Charge, TopUpSource } from './topup-rail.ts'

/** Which rail carries a method. Every method has one: a test walks the table. */
export const railOf: Readonly<Record<WithdrawMethod, RailName>> = { CPF: 'pix', CNPJ: 'pix', USDT: 'usdt' }
