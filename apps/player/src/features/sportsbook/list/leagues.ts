import type { Calls } from '@palpite/contract'
import { type Followed, isFollowed } from './followed.ts'
import type { Place } from './use-place.ts'

export type League = Calls['GET /api/app/sportsbook/fixtures']['data'][number]

/** After this many visible matches further leagues start closed: a week of football is 400 matches. */
const maxOpenRows = 24
/** A league shows this many matches; the others on request. */
export const maxRows = 20

/** A league is simulated entirely or not at all. */
export const isSimulated = ({ fixtures }: League): boolean => fixtures.some(({ simulated }) => simulated)

/** Favourites first; otherwise in server order, by first kick-off. */
export const byFavourite = (leagues: readonly League[], favourites: readonly string[]): readonly League[] => {
  const isFavourite = ({ competition }: League) => favourites.includes(competition)
  return [...leagues.filter(isFavourite), ...leagues.filter((league) => !isFavourite(league))]
}

/** Which leagues start open. The first one always does. */
export const openAtFirst = (leagues: readonly League[]): ReadonlySet<string> => {
  const open = new Set<string>()
  let rows = 0
  for (const { competition, fixtures } of leagues) {
    if (rows >= maxOpenRows) break
    open.add(competition)
    rows += Math.min(fixtures.length, maxRows)
  }
  return open
}

/** The player's favourites: leagues on this device, matches and sides on the server. */
export type Favourites = Followed & { leagues: readonly string[] }

/** The favourites among these leagues: starred leagues whole, of others the followed matches. */
export const favouritesOf = (leagues: readonly League[], favourites: Favourites): readonly League[] =>
  leagues
    .map((each) => ({
      ...each,
      fixtures: favourites.leagues.includes(each.competition)
        ? each.fixtures
        : each.fixtures.filter((fixture) => isFollowed(favourites, fixture)),
    }))
    .filter(({ fixtures }) => fixtures.length > 0)

/** A place's leagues after its filters. A filter that matches none is ignored. */
export const inPlace = (
  leagues: readonly League[],
  { country, league, favourites }: Pick<Place, 'country' | 'league' | 'favourites'>,
  marked: Favourites,
): readonly League[] => {
  const own = favourites === undefined ? leagues : favouritesOf(leagues, marked)
  const fitting = own.filter(
    (each) =>
      (country === undefined || each.country === country) &&
      (league === undefined || each.competition === league),
  )
  return fitting.length > 0 ? fitting : leagues
}
