import type { Bet } from './bet.ts'

/** A list of bets, newest first, with others put where they belong; of two sights of one bet the settled one counts. */
export const mergeBets = (listed: readonly Bet[], settled: readonly Bet[]): readonly Bet[] => {
  const byId = new Map(listed.map((bet) => [bet.betId, bet]))
  for (const bet of settled) byId.set(bet.betId, bet)
  // Ids tell no order. Bets of the same moment stay as they came.
  return [...byId.values()].toSorted((one, other) => Date.parse(other.placedAt) - Date.parse(one.placedAt))
}
