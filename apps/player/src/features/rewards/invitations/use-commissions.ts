import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'

const key = 'GET /api/app/rewards/commissions'

/** Commission by day and referred player, filtered by level or day, newest first, paged. */
export const useCommissions = (level: number | undefined, day: string) =>
  useInfiniteQuery({
    queryKey: [key, 'pages', { level, day }],
    queryFn: ({ pageParam }) =>
      api(key, {
        query: {
          ...(level !== undefined && { level: String(level) as '1' | '2' | '3' }),
          ...(day !== '' && { day }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        loading: false,
        inline: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
