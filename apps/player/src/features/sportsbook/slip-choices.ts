import { type Accept, change, type SlipMode, useSlip } from './slip-store.ts'

/** Sets the mode of this slip and the following ones. */
export const chooseMode = (mode: SlipMode): void => change({ mode, usualMode: mode })

/** Shows the slip by its requests' results again: a selection sent alone is shown as a single. */
export const resetMode = (): void => change({ mode: undefined })

/** Toggles each-way. */
export const chooseEachWay = (isEachWay: boolean): void => change({ isEachWay })

/** Sets a system's combinations. */
export const chooseFolds = (folds: readonly number[]): void => change({ folds })

/** Sets the price policy and its tolerance. */
export const chooseAccept = (accept: Accept, withinBps = useSlip.getState().withinBps): void =>
  change({ accept, withinBps })

/** Sets a selection's minimum price; undefined uses the policy. */
export const chooseMinPrice = (outcomeId: string, minPriceMilli: number | undefined): void =>
  change({
    legs: useSlip
      .getState()
      .legs.map((leg) => (leg.outcomeId === outcomeId ? { ...leg, minPriceMilli } : leg)),
  })

/** Toggles a selection as a system's banker. */
export const chooseBanker = (outcomeId: string, isBanker: boolean): void =>
  change({
    legs: useSlip.getState().legs.map((leg) => (leg.outcomeId === outcomeId ? { ...leg, isBanker } : leg)),
  })
