import type { Bet } from './bet.ts'

/** A list of bets, newest first, with others put where they belong; of two sights of one bet the settled one counts. */
export const mergeBets = (listed: readonly Bet[], settled: readonly Bet[]): readonly Bet[] => {
  const byId = new Map(listed.map((bet) => [bet.betId, bet]))
  for (const bet of settled) byId.set(bet.betId, bet)
  // Ids grow with time and are whole numbers of any length.
  return [...byId.values()].toSorted((one, other) => (BigInt(one.betId) < BigInt(other.betId) ? 1 : -1))
}
