import { useMemo } from 'react'
import { useFavourites, useFolds } from './favourites.ts'
import { LeagueCard } from './LeagueCard.tsx'
import { byFavourite, type League, openAtFirst } from './leagues.ts'
import type { ListMarket } from './list-markets.ts'
import type { Place } from './use-place.ts'

type Props = {
  leagues: readonly League[]
  place: Place
  /** The shown markets: one on a phone, several side by side if there is room. */
  markets: readonly ListMarket[]
  /** The shown data is too old to bet on. */
  frozen: boolean
}

/** The leagues of a place, favourites first. */
export function LeagueList({ leagues, place, markets, frozen }: Props) {
  const favourites = useFavourites((state) => state.leagues)
  const folds = useFolds()
  const ordered = useMemo(() => byFavourite(leagues, favourites), [leagues, favourites])
  const open = openAtFirst(ordered)
  return (
    <div className="grid grid-cols-1 gap-8 pt-2">
      {ordered.map((league) => {
        const key = `${place.sport}:${league.competition}`
        return (
          <LeagueCard
            key={`${place.when}:${key}`}
            foldKey={key}
            league={league}
            open={folds[key] ?? open.has(league.competition)}
            favourite={favourites.includes(league.competition)}
            markets={markets}
            frozen={frozen}
          />
        )
      })}
    </div>
  )
}
