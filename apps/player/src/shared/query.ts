import { QueryClient } from '@tanstack/react-query'

/**
 * Everything the server told us. The client asks once: no retries, and no refetch on focus (SPEC §7) but of the player's
 * own limits. Without a connection a command fails at once: left to itself the library would keep it, and send a bet or a
 * withdrawal once there is one. What screens ask for fails too, so that they say so, and is asked for again with the
 * connection.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'offlineFirst', retry: false, refetchOnWindowFocus: false, staleTime: 15_000 },
    mutations: { networkMode: 'always', retry: false },
  },
})
