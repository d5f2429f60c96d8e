/** The phases of a shared round: the first two accept bets; `result` reveals the draw. */
export type Phase = 'open' | 'closing' | 'drawing' | 'result' | 'next'

type Times = { opensAt: string; closesAt: string; settlesAt: string; endsAt: string }

/** From this long before closing, the page warns. */
const closingMs = 5000

/** A round's phase at a moment of the server's clock, and its remaining time. `next`: not yet open, or over. */
export const phaseOf = (round: Times, now: number): { phase: Phase; leftMs: number } => {
  const [opens, closes, settles, ends] = [round.opensAt, round.closesAt, round.settlesAt, round.endsAt].map(
    (at) => Date.parse(at) - now,
  ) as [number, number, number, number]
  if (opens > 0) return { phase: 'next', leftMs: opens }
  if (closes > 0) return { phase: closes > closingMs ? 'open' : 'closing', leftMs: closes }
  // The time until payouts, the same for all: no screen reveals the draw before.
  if (settles > 0) return { phase: 'drawing', leftMs: settles }
  return ends > 0 ? { phase: 'result', leftMs: ends } : { phase: 'next', leftMs: 0 }
}

/** The current round: the first that is not over. */
export const roundInPlay = <R extends Times>(rounds: readonly R[], now: number): R | undefined =>
  rounds.find(({ endsAt }) => Date.parse(endsAt) > now)

/** The round a bet placed now is for: the first that accepts bets. */
export const roundTaking = <R extends Times & { status: string }>(
  rounds: readonly R[],
  now: number,
): R | undefined => rounds.find(({ status, closesAt }) => status === 'open' && Date.parse(closesAt) > now)

/**
 * The offset from the device's clock to the server's, from two readings. Answers are only ever late, so the larger
 * offset is closer.
 */
export const nearerOffset = (held: number | undefined, serverAt: number, receivedAt: number): number =>
  Math.max(held ?? -Infinity, serverAt - receivedAt)
