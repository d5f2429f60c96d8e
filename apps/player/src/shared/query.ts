import { QueryClient } from '@tanstack/react-query'

/** Everything the server told us. The client asks once: no retries, no refetch on focus (SPEC §7). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 15_000 },
    mutations: { retry: false },
  },
})
