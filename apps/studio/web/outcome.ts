type Round = { stakeCents: number; payoutCents: number; isFree: boolean }

/**
 * How the result of a round is shown. A return below the stake is a loss: it is shown, not celebrated. A free round costs nothing,
 * so whatever it pays is won.
 */
export function outcomeOf({ stakeCents, payoutCents, isFree }: Round): 'won' | 'back' | 'lost' {
  if (payoutCents > (isFree ? 0 : stakeCents)) return 'won'
  return payoutCents > 0 ? 'back' : 'lost'
}
