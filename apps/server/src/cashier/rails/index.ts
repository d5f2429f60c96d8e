import type { WithdrawMethod } from '../../protection/index.ts'
import type { PayoutRail, RailName } from './payout-rail.ts'

export type { PayoutOrder, PayoutRail, RailName } from './payout-rail.ts'
export { pixRail } from './pix-rail.ts'

/** The rails that money leaves by, each under its name. */
export type PayoutRails = Readonly<Record<RailName, PayoutRail>>

/** Which rail carries a method. Every method has one: a test walks the table. */
export const railOf: Readonly<Record<WithdrawMethod, RailName>> = { CPF: 'pix', CNPJ: 'pix', USDT: 'usdt' }
