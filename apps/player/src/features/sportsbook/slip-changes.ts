import { create } from 'zustand'
import { onLogout } from '../../shared/session.ts'
import { type ByOutcome, change, type Request, type Slip, type SlipLeg, useSlip } from './slip-store.ts'
import { atPrice } from './slip/least-price.ts'

/** Restores a removal. */
export const restoreLegs = ({ legs, entries, ...own }: Pick<Slip, 'legs' | 'entries' | 'mode'>): void => {
  const now = useSlip.getState()
  const added = now.legs.filter((leg) => !hasLeg(legs, leg))
  change({ ...own, legs: [...legs, ...added], entries: { ...entries, ...now.entries } })
}

/** A whole slip: selections, mode and stakes. */
export type WholeSlip = Pick<Slip, 'legs' | 'entries' | 'mode' | 'folds' | 'isEachWay'>

/** The slip replaced by another, until the player was informed. */
export const useReplaced = create<{ before: WholeSlip | undefined }>(() => ({ before: undefined }))

onLogout(() => useReplaced.setState({ before: undefined }))

/**
 * Replaces the slip; the two are not mixed. A selection whose bet may already exist stays until that is known, and so
 * does the whole slip for a multiple.
 */
export const replaceSlip = (next: Pick<Slip, 'legs'> & Partial<WholeSlip>): void => {
  const { legs, entries, requests, mode, folds, isEachWay } = useSlip.getState()
  if ('parlay' in requests || 'system' in requests) return
  const sent = legs.filter(({ outcomeId }) => outcomeId in requests)
  const isLost = sent.length < legs.length && !isSameLegs(legs, next.legs)
  useReplaced.setState({ before: isLost ? { legs, entries, mode, folds, isEachWay } : undefined })
  change({
    isEachWay: false,
    mode: undefined,
    ...next,
    legs: [...next.legs, ...sent.filter((leg) => !hasLeg(next.legs, leg))],
    entries: {
      ...next.entries,
      ...Object.fromEntries(Object.entries(entries).filter(([name]) => name in requests)),
    },
  })
}

/** Restores the replaced slip. */
export const putBack = (before: WholeSlip): void => {
  replaceSlip(before)
  useReplaced.setState({ before: undefined })
}

const hasLeg = (legs: readonly SlipLeg[], { outcomeId }: SlipLeg): boolean =>
  legs.some((leg) => leg.outcomeId === outcomeId)

const isSameLegs = (some: readonly SlipLeg[], others: readonly SlipLeg[]): boolean =>
  some.length === others.length && some.every((leg) => hasLeg(others, leg))

/** Stores a typed stake of a leg, or per combination of a multiple. */
export const enterStake = (outcomeId: string, entry: string): void =>
  change({ entries: { ...useSlip.getState().entries, [outcomeId]: entry } })

/** Stores the prices that the player just agreed to. A price below the least they had asked for becomes the new least. */
export const agreeToPrices = (prices: ByOutcome<number>): void =>
  change({
    legs: useSlip.getState().legs.map((leg) => {
      const priceMilli = prices[leg.outcomeId]
      return priceMilli === undefined ? leg : atPrice(leg, priceMilli)
    }),
  })

/** Stores the request of a single or multiple until it is answered. */
export const keepRequest = (outcomeId: string, request: Request): void =>
  change({ requests: { ...useSlip.getState().requests, [outcomeId]: request } })

/** Removes an answered request. */
export const dropRequest = (outcomeId: string): void => {
  const { [outcomeId]: _, ...requests } = useSlip.getState().requests
  change({ requests })
}
