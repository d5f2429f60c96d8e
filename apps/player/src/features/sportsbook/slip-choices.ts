import { type Accept, change, type SlipMode, useSlip } from './slip-store.ts'

/** Chooses how the selections are bet on, these and those of the slips that come. */
export const chooseMode = (mode: SlipMode): void => change({ mode, usualMode: mode })

/** Lets the slip show itself by what becomes of it, whatever was said for it: a selection that is bet on alone stands alone. */
export const letModeFollow = (): void => change({ mode: undefined })

/** Chooses whether those who can win are backed for a place too. */
export const chooseEachWay = (isEachWay: boolean): void => change({ isEachWay })

/** Chooses the combinations of a system. */
export const chooseFolds = (folds: readonly number[]): void => change({ folds })

/** Chooses which prices are taken without asking; of those that are a little lower, how much. */
export const chooseAccept = (accept: Accept, withinBps = useSlip.getState().withinBps): void =>
  change({ accept, withinBps })

/** Notes the least price that the player takes for a selection; none takes what the rule takes. */
export const chooseMinPrice = (outcomeId: string, minPriceMilli: number | undefined): void =>
  change({
    legs: useSlip
      .getState()
      .legs.map((leg) => (leg.outcomeId === outcomeId ? { ...leg, minPriceMilli } : leg)),
  })

/** Chooses whether a selection stands in every combination of a system. */
export const chooseBanker = (outcomeId: string, isBanker: boolean): void =>
  change({
    legs: useSlip.getState().legs.map((leg) => (leg.outcomeId === outcomeId ? { ...leg, isBanker } : leg)),
  })
