import { type Fixture, inOrder, type Market, type Outcome } from '../../../shared/fixture.ts'

/**
 * A market's outcomes in page order. For a league winner favourites first and impossible ones last: of twenty clubs
 * half may have no price.
 */
export const outcomesShown = (
  { isOutright }: Pick<Fixture, 'isOutright'>,
  { outcomes }: Pick<Market, 'outcomes'>,
): readonly Outcome[] => (isOutright ? outcomes.toSorted(byFavour) : inOrder(outcomes))

const byFavour = (one: Outcome, other: Outcome): number =>
  Number(isOver(one)) - Number(isOver(other)) || one.priceMilli - other.priceMilli

const isOver = ({ status, result }: Outcome): boolean => status === 'closed' || result !== null

const winnerOf = (code: string): 'home' | 'draw' | 'away' | 'other' => {
  const [, home, away] = /^(\d+)-(\d+)$/.exec(code) ?? []
  if (home !== undefined) return home === away ? 'draw' : Number(home) > Number(away) ? 'home' : 'away'
  return (['home', 'draw', 'away'] as const).find((side) => code.includes(side)) ?? 'other'
}

/** Exact scores by winner, each column in order; those without a side are with the draws. */
export const scoreColumns = (
  outcomes: readonly Outcome[],
): readonly (readonly [string, readonly Outcome[]])[] =>
  (['home', 'draw', 'away'] as const)
    .map((side) => {
      const own = outcomes.filter(({ code }) => {
        const winner = winnerOf(code)
        return winner === side || (winner === 'other' && side === 'draw')
      })
      return [side, own] as const
    })
    .filter(([, own]) => own.length > 0)
