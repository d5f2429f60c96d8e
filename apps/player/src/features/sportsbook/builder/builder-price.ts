import { api } from '../../../shared/api/api.ts'

const staleMs = 5000

/** The joint price of these outcomes of a match, polled every few seconds while shown. */
export const builderPriceQuery = (outcomeIds: readonly string[]) => ({
  queryKey: ['POST /api/app/sportsbook/builderPrice', outcomeIds],
  queryFn: () =>
    api('POST /api/app/sportsbook/builderPrice', {
      body: { outcomeIds: [...outcomeIds] },
      loading: false,
      inline: true,
    }),
  refetchInterval: staleMs,
  // An impossible combination is reported at once.
  retry: false,
})
