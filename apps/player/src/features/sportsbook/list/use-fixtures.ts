import { usePoll } from '../../../shared/api/use-poll.ts'
import { callKey, useCall } from '../../../shared/api/use-call.ts'
import { type Fixture, fixtureInput } from '../../../shared/fixture.ts'
import { useIsConnected, useIsOutdated, watchedPollMs } from '../../../shared/use-connection.ts'
import { useWatchedFixtures } from '../../../shared/use-live.ts'
import type { Place } from './use-place.ts'

/** The maximum matches a page may watch by socket. */
const maxWatched = 100

const listCall = 'GET /api/app/sportsbook/fixtures'
const fixtureCall = 'GET /api/app/sportsbook/fixture/:fixtureId'

/**
 * A place's matches, kept current by socket, else by polling. A list beyond the socket's maximum is polled as often as
 * without one, and is as old as its last answer.
 */
export const useFixtures = ({ sport, when, day }: Pick<Place, 'sport' | 'when' | 'day'>) => {
  const input = {
    query: { sport, when, ...(when === 'week' && day !== undefined && { day }) },
    loading: false,
  }
  const query = useCall(listCall, input)
  const shown = query.data?.flatMap(({ fixtures }) => fixtures) ?? []
  const isWatched = shown.length <= maxWatched
  usePoll([callKey(listCall, input)], watchedPollMs(useIsConnected() && isWatched))
  useWatchedFixtures(shown.slice(0, maxWatched).map(({ fixtureId }) => fixtureId))
  return { query, isOutdated: useIsOutdated(query.dataUpdatedAt, isWatched) }
}

/** A match with all its markets: pushed and occasionally polled with a socket, else polled often. */
export const useFixture = (fixtureId: string) => {
  const input = fixtureInput(fixtureId)
  const query = useCall(fixtureCall, input)
  usePoll([callKey(fixtureCall, input)], watchedPollMs(useIsConnected()))
  useWatchedFixtures([fixtureId], 'whole')
  return query
}

/** The first match of a list that has not begun. */
export const firstComing = (leagues: readonly { fixtures: readonly Fixture[] }[]): Fixture | undefined =>
  leagues
    .flatMap(({ fixtures }) => fixtures)
    .filter(({ matchStatus }) => matchStatus === 0)
    .toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))[0]
