import type { Calls } from '@palpite/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { api } from '../../../shared/api/api.ts'
import { type SmallGame, smallGames } from '../../../shared/small-games.ts'

export type Round = Calls['GET /api/app/games/rounds']['data']['rounds'][number]

export const roundFilters = ['all', 'open', 'won', 'lost'] as const
export type RoundFilter = (typeof roundFilters)[number]

export type Filters = { game: SmallGame | 'all'; status: RoundFilter }

const key = 'GET /api/app/games/rounds'

/** The filters in the address, and their setter. */
export const useRoundFilters = (): [Filters, (change: Partial<Filters>) => void] => {
  const [search, setSearch] = useSearchParams()
  const filters: Filters = {
    game: smallGames.find(({ game }) => game === search.get('game'))?.game ?? 'all',
    status: roundFilters.find((each) => each === search.get('rounds')) ?? 'all',
  }
  const choose = ({ game, status }: Partial<Filters>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (game) next.set('game', game)
        if (status) next.set('rounds', status)
        return next
      },
      { replace: true },
    )
  return [filters, choose]
}

/** The player's filtered rounds, newest first, paged. */
export const useRoundPages = ({ game, status }: Filters) =>
  useInfiniteQuery({
    queryKey: [key, 'pages', { game, status }],
    queryFn: ({ pageParam }) =>
      api(key, {
        query: {
          ...(game !== 'all' && { game }),
          ...(status !== 'all' && { status }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        loading: false,
        inline: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Rounds are played on other pages: the list reloads on mount.
    staleTime: 0,
  })
