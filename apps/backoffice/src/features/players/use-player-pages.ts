import { useInfiniteQuery } from '@tanstack/react-query'
import { type ApiError, ask, type CallArgs, type DataOf } from '../../shared/api.ts'

type Page<K extends Key> = DataOf<K> & { nextCursor: string | null }
type Key =
  | 'GET /api/backoffice/players/:playerId/notes'
  | 'GET /api/backoffice/players/:playerId/timeline'
  | 'GET /api/backoffice/players/:playerId/invitations'

/** The pages so far of a list about one player. Not polled: each view is audited. */
export const usePlayerPages = <K extends Key>(
  key: K,
  playerId: number,
  query: Readonly<Record<string, string | undefined>> = {},
) =>
  useInfiniteQuery<Page<K>, ApiError, { pages: Page<K>[] }, unknown[], string | undefined>({
    queryKey: [key, playerId, query],
    queryFn: async ({ pageParam }) => {
      const input = { params: { playerId: String(playerId) }, query: { ...query, cursor: pageParam } }
      return (await ask(key, ...([input] as unknown as CallArgs<K>))) as Page<K>
    },
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 60_000,
  })
