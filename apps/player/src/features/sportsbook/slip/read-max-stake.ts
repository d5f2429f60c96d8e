import { api } from '../../../shared/api/api.ts'
import type { LegView } from './slip-rules.ts'

/** The most that the server takes on these selections now, all combinations together; no bound where it says none. */
export const readMaxStake = async (
  views: readonly LegView[],
  folds: readonly number[] | undefined,
  isEachWay: boolean,
): Promise<number> => {
  const legs = [
    ...views.map(({ leg, nowMilli }) => ({ outcomeId: leg.outcomeId, priceMilli: nowMilli })),
    ...(isEachWay ? views.flatMap(({ place }) => place ?? []) : []),
  ]
  try {
    const { maxStakeCents } = await api('POST /api/app/sportsbook/maxStake', {
      body: { legs, ...(isEachWay ? { isEachWay } : {}), ...(folds ? { folds: [...folds] } : {}) },
      loading: false,
      inline: true,
    })
    return maxStakeCents
  } catch {
    return Number.MAX_SAFE_INTEGER // the bet itself is told its bound
  }
}
