import { type Fixture, inOrder, type Market, type Outcome } from '../../../shared/fixture.ts'

/**
 * The outcomes of a market in the order of its page. Of a league's winner the favourites come first and those who can win no
 * more last: of twenty clubs half may have no price.
 */
export const outcomesShown = (
  { isOutright }: Pick<Fixture, 'isOutright'>,
  { outcomes }: Pick<Market, 'outcomes'>,
): readonly Outcome[] => (isOutright ? outcomes.toSorted(byFavour) : inOrder(outcomes))

const byFavour = (one: Outcome, other: Outcome): number =>
  Number(isOver(one)) - Number(isOver(other)) || one.priceMilli - other.priceMilli

const isOver = ({ status, result }: Outcome): boolean => status === 'closed' || result !== null
