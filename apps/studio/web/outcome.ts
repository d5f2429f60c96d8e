type Round = { stakeCents: number; payoutCents: number; isFree: boolean }

/**
 * How a round is told. Who gets less back than the stake has lost: it is told, not celebrated. A free round costs nothing,
 * so whatever it pays is won.
 */
export function outcomeOf({ stakeCents, payoutCents, isFree }: Round): 'won' | 'back' | 'lost' {
  if (payoutCents > (isFree ? 0 : stakeCents)) return 'won'
  return payoutCents > 0 ? 'back' : 'lost'
}
