import { api } from '../../../shared/api/api.ts'

const staleMs = 5000

/** The price of these outcomes of one match together, asked again every few seconds while it is in sight. */
export const builderPriceQuery = (outcomeIds: readonly string[]) => ({
  queryKey: ['POST /api/app/sportsbook/builderPrice', outcomeIds],
  queryFn: () =>
    api('POST /api/app/sportsbook/builderPrice', {
      body: { outcomeIds: [...outcomeIds] },
      loading: false,
      inline: true,
    }),
  refetchInterval: staleMs,
  // A combination that cannot be is told at once.
  retry: false,
})
