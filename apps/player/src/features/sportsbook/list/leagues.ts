import type { Calls } from '@palpite/contract'
import { type Followed, isFollowed } from './followed.ts'
import type { Place } from './use-place.ts'

export type League = Calls['GET /api/app/sportsbook/fixtures']['data'][number]

/** With so many matches in sight the leagues after them begin closed: a week of football is 400 matches. */
const maxOpenRows = 24
/** A league shows so many of its matches; the others come on asking. */
export const maxRows = 20

/** A league is simulated as a whole or not at all. */
export const isSimulated = ({ fixtures }: League): boolean => fixtures.some(({ simulated }) => simulated)

/** Favourites first; otherwise in the order the server gave, which is by the first kick-off. */
export const byFavourite = (leagues: readonly League[], favourites: readonly string[]): readonly League[] => {
  const isFavourite = ({ competition }: League) => favourites.includes(competition)
  return [...leagues.filter(isFavourite), ...leagues.filter((league) => !isFavourite(league))]
}

/** Which leagues stand open before the player has touched any. The first one always does. */
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

/** What a player marked and follows: leagues on this device, matches and sides with the server. */
export type Favourites = Followed & { leagues: readonly string[] }

/** What of these leagues is a favourite: a marked league as a whole, of others the matches that are followed. */
export const favouritesOf = (leagues: readonly League[], favourites: Favourites): readonly League[] =>
  leagues
    .map((each) => ({
      ...each,
      fixtures: favourites.leagues.includes(each.competition)
        ? each.fixtures
        : each.fixtures.filter((fixture) => isFollowed(favourites, fixture)),
    }))
    .filter(({ fixtures }) => fixtures.length > 0)

/** The leagues of a place: all, or those its filters leave. A filter that fits none of them is no filter. */
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
