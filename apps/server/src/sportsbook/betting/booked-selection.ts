/** One leg: an outcome, or those that a bet builder needs, ascending. */
export type SelectedLeg = { outcomeIds: readonly number[]; isBanker: boolean }

/** What a booking code stands for. */
export type Selection = {
  legs: readonly SelectedLeg[]
  /** None where it is a bet on all legs in one, or one on each. */
  folds: readonly number[] | undefined
  isEachWay: boolean
}

const BANKER = 'b'
const EACH_WAY = 'w'

/** As it is kept: `12,34b,56-78|2+3|w`; what comes last and is not said is left out. */
export const selectionText = ({ legs, folds = [], isEachWay }: Selection): string =>
  [legs.map(legText).join(','), folds.join('+'), isEachWay ? EACH_WAY : ''].join('|').replace(/\|+$/, '')

const legText = ({ outcomeIds, isBanker }: SelectedLeg): string =>
  `${outcomeIds.join('-')}${isBanker ? BANKER : ''}`

export function readSelection(text: string): Selection {
  const [legs = '', folds = '', mark] = text.split('|')
  return {
    legs: legs.split(',').map((leg) => ({
      outcomeIds: leg.split('-').map((id) => Number.parseInt(id, 10)),
      isBanker: leg.endsWith(BANKER),
    })),
    folds: folds === '' ? undefined : folds.split('+').map(Number),
    isEachWay: mark === EACH_WAY,
  }
}
