import { useCall } from '../../../shared/api/use-call.ts'
import type { Fixture } from '../../../shared/fixture.ts'
import { useIsConnected, watchedPollMs } from '../../../shared/use-connection.ts'
import { useWatchedFixtures } from '../../../shared/use-live.ts'
import type { Place } from './use-place.ts'

/** The most matches the socket lets one page watch. */
const maxWatched = 100

/** The matches of a place, kept fresh: by socket while it stands, else by asking again. */
export const useFixtures = ({ sport, when, day }: Pick<Place, 'sport' | 'when' | 'day'>) => {
  const refetchInterval = watchedPollMs(useIsConnected())
  const query = useCall(
    'GET /api/app/sportsbook/fixtures',
    { query: { sport, when, ...(when === 'week' && day !== undefined && { day }) }, loading: false },
    { refetchInterval },
  )
  const shown = query.data?.flatMap(({ fixtures }) => fixtures) ?? []
  useWatchedFixtures(shown.slice(0, maxWatched).map(({ fixtureId }) => fixtureId))
  return query
}

/** One match with all its markets: pushed while the socket stands and asked for to be sure, else asked for often. */
export const useFixture = (fixtureId: string) => {
  const refetchInterval = watchedPollMs(useIsConnected())
  const query = useCall(
    'GET /api/app/sportsbook/fixture/:fixtureId',
    { params: { fixtureId }, loading: false },
    { refetchInterval },
  )
  useWatchedFixtures([fixtureId], 'whole')
  return query
}

/** The first match of a list that has not begun. */
export const firstComing = (leagues: readonly { fixtures: readonly Fixture[] }[]): Fixture | undefined =>
  leagues
    .flatMap(({ fixtures }) => fixtures)
    .filter(({ matchStatus }) => matchStatus === 0)
    .toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))[0]
