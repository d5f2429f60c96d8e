import type { Calls } from '@palpite/contract'
import type { Cashier } from '../cashier.ts'
import { type PackageRow, selectPackages } from './order-queries.ts'

type Prices = Calls['GET /api/app/order/getPrices']['data']

/** The price list, all or of one currency. Where bonuses are forbidden the list knows none. */
export async function getPrices(
  { deps, policy }: Pick<Cashier, 'deps' | 'policy'>,
  curreny: PackageRow['curreny'] | undefined,
): Promise<Prices> {
  const packages = await selectPackages(deps.db)
  const { grantsGifts } = policy.terms
  const isOfBonusGrants = (one: PackageRow) => one.curreny === 'FCBRL' || one.curreny === 'BTBRL'
  return packages
    .filter((one) => curreny === undefined || one.curreny === curreny)
    .filter((one) => grantsGifts || !isOfBonusGrants(one))
    .map((one) => ({
      pkgId: one.id,
      price: one.priceCents / 100,
      gift: grantsGifts ? one.bonusGrantCents / 100 : 0,
      sort: one.sort,
      curreny: one.curreny,
    }))
}
