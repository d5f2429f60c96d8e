import type { Bet } from './bet.ts'

/** Merges bets into a newest-first list; of two versions of a bet the settled one counts. */
export const mergeBets = (listed: readonly Bet[], settled: readonly Bet[]): readonly Bet[] => {
  const byId = new Map(listed.map((bet) => [bet.betId, bet]))
  for (const bet of settled) byId.set(bet.betId, bet)
  // Ids have no order. Bets of the same moment keep their order.
  return [...byId.values()].toSorted((one, other) => Date.parse(other.placedAt) - Date.parse(one.placedAt))
}
