/** The parts of a shared round: bets are taken in the first two; what was drawn is told in `result`. */
export type Phase = 'open' | 'closing' | 'drawing' | 'result' | 'next'

type Times = { opensAt: string; closesAt: string; settlesAt: string; endsAt: string }

/** So long before a round closes its page says so. */
const closingMs = 5000

/** Where a round stands at this moment of the server's clock, and how long it stays there. `next`: it is still to open, or is over. */
export const phaseOf = (round: Times, now: number): { phase: Phase; leftMs: number } => {
  const [opens, closes, settles, ends] = [round.opensAt, round.closesAt, round.settlesAt, round.endsAt].map(
    (at) => Date.parse(at) - now,
  ) as [number, number, number, number]
  if (opens > 0) return { phase: 'next', leftMs: opens }
  if (closes > 0) return { phase: closes > closingMs ? 'open' : 'closing', leftMs: closes }
  // Until returns are paid, at the same moment for all: before that no screen tells what was drawn.
  if (settles > 0) return { phase: 'drawing', leftMs: settles }
  return ends > 0 ? { phase: 'result', leftMs: ends } : { phase: 'next', leftMs: 0 }
}

/** The round in play at this moment: the first that is not over. */
export const roundInPlay = <R extends Times>(rounds: readonly R[], now: number): R | undefined =>
  rounds.find(({ endsAt }) => Date.parse(endsAt) > now)

/** The round that a bet made now is for: the first that still takes bets. */
export const roundTaking = <R extends Times & { status: string }>(
  rounds: readonly R[],
  now: number,
): R | undefined => rounds.find(({ status, closesAt }) => status === 'open' && Date.parse(closesAt) > now)

/**
 * What to add to the device's own clock for the server's, of two readings. An answer is always late and never early, so
 * the greater difference was less late, and is nearer.
 */
export const nearerOffset = (held: number | undefined, serverAt: number, receivedAt: number): number =>
  Math.max(held ?? -Infinity, serverAt - receivedAt)
