import type { Deps } from '../../platform/deps.ts'
import { cashierOf } from '../cashier-of.ts'
import { openOrders } from '../orders/open-orders.ts'
import { testNeeds } from './needs.ts'

/** Opens orders of an amount of the player's own on one server, without asking a bank for the code. */
export function topUpsOf(deps: Deps) {
  const { cashier } = cashierOf(deps, testNeeds())
  return async (playerId: number, amountCents: number) => {
    const [answer] = await openOrders(cashier, [{ playerId, amountCents, wantsBonusGrant: false }])
    return answer?.ok ? 'taken' : answer?.refusal.code
  }
}
