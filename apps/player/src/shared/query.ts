import { QueryClient } from '@tanstack/react-query'

/**
 * The cache of server data. No retries, and no refetch on focus (SPEC §7) except for the player's limits. Offline a
 * command fails at once: the library would queue it and send a bet or withdrawal later. Screens' calls fail too, so
 * that they say so, and are repeated when the connection is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'offlineFirst', retry: false, refetchOnWindowFocus: false, staleTime: 15_000 },
    mutations: { networkMode: 'always', retry: false },
  },
})
