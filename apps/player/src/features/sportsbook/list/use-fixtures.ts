import { useCall } from '../../../shared/api/use-call.ts'
import type { Fixture } from '../../../shared/fixture.ts'
import { useIsConnected } from '../../../shared/use-connection.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useWatchedFixtures } from '../../../shared/use-live.ts'
import type { Place } from './use-place.ts'

/** Without a session there is no socket, so a visitor's prices are asked for; a player's only to be sure. */
const visitorPollMs = 5000
const playerPollMs = 20_000
/** The most matches the socket lets one page watch. */
const maxWatched = 100

/** The matches of a place, kept fresh: by socket for players, by asking again for visitors. */
export const useFixtures = ({ sport, when }: Pick<Place, 'sport' | 'when'>, enabled = true) => {
  const refetchInterval = useIsLoggedIn() ? playerPollMs : visitorPollMs
  const query = useCall(
    'GET /api/app/sportsbook/fixtures',
    { query: { sport, when }, loading: false },
    { refetchInterval, enabled },
  )
  const shown = enabled ? (query.data?.flatMap(({ fixtures }) => fixtures) ?? []) : []
  useWatchedFixtures(shown.slice(0, maxWatched).map(({ fixtureId }) => fixtureId))
  return query
}

/** One match with all its markets: pushed while the socket stands, asked for while it does not. */
export const useFixture = (fixtureId: string) => {
  const isConnected = useIsConnected()
  const query = useCall(
    'GET /api/app/sportsbook/fixture/:fixtureId',
    { params: { fixtureId }, loading: false },
    { refetchInterval: isConnected ? false : visitorPollMs },
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
