import { api } from '../../../shared/api/api.ts'
import type { LegView } from './slip-rules.ts'

type Asked = {
  views: readonly LegView[]
  folds?: readonly number[] | undefined
  bankers?: ReadonlySet<string> | undefined
  isEachWay: boolean
  /** The boosted price of the only selection: what it takes of its player counts, while there is any left. */
  priceBoostId?: string | undefined
}

/** The most that the server takes on these selections now, all combinations together; no bound where it says none. */
export const readMaxStake = async ({ priceBoostId, ...asked }: Asked): Promise<number> => {
  try {
    const boostedCents = priceBoostId === undefined ? 0 : await ask({ ...asked, priceBoostId })
    return boostedCents > 0 ? boostedCents : await ask(asked)
  } catch {
    return Number.MAX_SAFE_INTEGER // the bet itself is told its bound
  }
}

const ask = async ({ views, folds, bankers, isEachWay, priceBoostId }: Asked): Promise<number> => {
  const bankerOf = ({ leg }: LegView) => (bankers?.has(leg.outcomeId) ? { isBanker: true } : {})
  const legs = [
    ...views.map((view) => ({
      outcomeId: view.leg.outcomeId,
      priceMilli: view.nowMilli,
      ...bankerOf(view),
    })),
    ...(isEachWay ? views.flatMap((view) => (view.place ? [{ ...view.place, ...bankerOf(view) }] : [])) : []),
  ]
  const { maxStakeCents } = await api('POST /api/app/sportsbook/maxStake', {
    body: {
      legs,
      ...(isEachWay ? { isEachWay } : {}),
      ...(folds ? { folds: [...folds] } : {}),
      ...(priceBoostId === undefined ? {} : { priceBoostId }),
    },
    loading: false,
    inline: true,
  })
  return maxStakeCents
}
