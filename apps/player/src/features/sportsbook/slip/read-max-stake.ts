import { api } from '../../../shared/api/api.ts'
import type { LegView } from './slip-rules.ts'

type Asked = {
  views: readonly LegView[]
  folds?: readonly number[] | undefined
  bankers?: ReadonlySet<string> | undefined
  isEachWay: boolean
  /** The only selection's boosted price: its remaining stake counts, if any. */
  priceBoostId?: string | undefined
}

/** The server's current maximum stake for these selections over all combinations; undefined without one. */
export const readMaxStake = async ({ priceBoostId, ...asked }: Asked): Promise<number> => {
  try {
    const boostedCents = priceBoostId === undefined ? 0 : await ask({ ...asked, priceBoostId })
    return boostedCents > 0 ? boostedCents : await ask(asked)
  } catch {
    return Number.MAX_SAFE_INTEGER // placing the bet reports the bound
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
