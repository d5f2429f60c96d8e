/** What a booking code stands for. */
export type Selection = {
  legs: readonly { outcomeId: number; isBanker: boolean }[]
  /** None where it is a bet on all legs in one, or one on each. */
  folds: readonly number[] | undefined
}

const BANKER = 'b'

/** As it is kept: `12,34b,56|2+3`. */
export const selectionText = ({ legs, folds }: Selection): string =>
  [
    legs.map(({ outcomeId, isBanker }) => `${outcomeId}${isBanker ? BANKER : ''}`).join(','),
    ...(folds ? [folds.join('+')] : []),
  ].join('|')

export function readSelection(text: string): Selection {
  const [legs = '', folds] = text.split('|')
  return {
    legs: legs.split(',').map((leg) => ({
      outcomeId: Number.parseInt(leg, 10),
      isBanker: leg.endsWith(BANKER),
    })),
    folds: folds?.split('+').map(Number),
  }
}
