import type { Calls } from '@palpite/contract'
import { useMemo } from 'react'
import { api } from '../../../shared/api/api.ts'
import { callKey, refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { type Fixture, fixtureName } from '../../../shared/fixture.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { queryClient } from '../../../shared/query.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useFavourites } from './favourites.ts'

/** The matches and sides a player follows, stored on the server. */
export type Followed = Calls['GET /api/app/sportsbook/favourites']['data']

const listCall = 'GET /api/app/sportsbook/favourites'
const staleMs = 60_000
const nothing: Followed = { fixtureIds: [], teams: [] }

/** The followed items; empty for a visitor and until loaded. */
const useFollowed = (): Followed =>
  useCall(listCall, { loading: false }, { enabled: useIsLoggedIn(), staleTime: staleMs }).data ?? nothing

/** All favourites: leagues on this device, matches and sides on the server. */
export const useMarked = (): Followed & { leagues: readonly string[] } => {
  const followed = useFollowed()
  const leagues = useFavourites((state) => state.leagues)
  return useMemo(() => ({ ...followed, leagues }), [followed, leagues])
}

type Side = 'home' | 'away'
/** What the stars need of a match. */
export type Match = Pick<Fixture, 'fixtureId' | 'sport' | 'home' | 'away' | 'title'>

const isTeam =
  ({ sport }: Match, name: string) =>
  (team: Followed['teams'][number]) =>
    team.sport === sport && team.name === name

/** Whether a match or one of its sides is followed. */
export const isFollowed = ({ fixtureIds, teams }: Followed, fixture: Match): boolean =>
  fixtureIds.includes(fixture.fixtureId) ||
  (['home', 'away'] as const).some((side) => teams.some(isTeam(fixture, fixture[side])))

/** The followed items after a tap, shown before the server answers. */
export const withToggled = (followed: Followed, fixture: Match, side: Side | undefined): Followed => {
  if (side === undefined) {
    const others = followed.fixtureIds.filter((id) => id !== fixture.fixtureId)
    const isGone = others.length < followed.fixtureIds.length
    return { ...followed, fixtureIds: isGone ? others : [...others, fixture.fixtureId] }
  }
  const name = fixture[side]
  const others = followed.teams.filter((team) => !isTeam(fixture, name)(team))
  const isGone = others.length < followed.teams.length
  return { ...followed, teams: isGone ? others : [...others, { sport: fixture.sport, name }] }
}

/** A match's or side's star: state, target, and action. A visitor is asked to log in. */
export function useStar(fixture: Match, side?: Side) {
  const followed = useFollowed()
  const isLoggedIn = useIsLoggedIn()
  const isLit =
    side === undefined
      ? followed.fixtureIds.includes(fixture.fixtureId)
      : followed.teams.some(isTeam(fixture, fixture[side]))
  const { mutate } = useCommand({
    mutationFn: (isFavourite: boolean) =>
      api('POST /api/app/sportsbook/favourite', {
        body: { fixtureId: fixture.fixtureId, ...(side && { side }), isFavourite },
        loading: false,
      }),
    onMutate: () =>
      queryClient.setQueryData<Followed>(callKey(listCall), (before = nothing) =>
        withToggled(before, fixture, side),
      ),
    // The server's answer counts, whether it accepted the change or not.
    onError: () => refreshCalls(listCall),
  })
  return {
    isLit,
    name: side === undefined ? fixtureName(fixture) : fixture[side],
    toggle: () => (isLoggedIn ? mutate(!isLit) : openOverlay('login', { tab: 'login' })),
  }
}
