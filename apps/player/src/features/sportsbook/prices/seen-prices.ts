import { useEffect, useSyncExternalStore } from 'react'
import type { Fixture } from '../../../shared/fixture.ts'

/** A price with its time. */
export type SeenPrice = { at: number; priceMilli: number }

const keptMs = 10 * 60_000
const maxPoints = 60

const seen = new Map<string, readonly SeenPrice[]>()
const listeners = new Set<() => void>()
const nothing: readonly SeenPrice[] = []

/** Records a changed price; drops what is older than ten minutes, keeping its last value. */
export const withPrice = (prices: readonly SeenPrice[], price: SeenPrice): readonly SeenPrice[] => {
  if (prices.at(-1)?.priceMilli === price.priceMilli) return prices
  const from = price.at - keptMs
  const fresh = prices.filter(({ at }, place) => at >= from || (prices[place + 1]?.at ?? price.at) >= from)
  return [...fresh, price].slice(-maxPoints)
}

/** Records a match's current prices, in memory. */
const notePrices = (fixture: Fixture): void => {
  let changed = false
  for (const { status, outcomes } of fixture.markets) {
    if (status !== 'open') continue
    for (const { outcomeId, priceMilli } of outcomes) {
      const before = seen.get(outcomeId) ?? nothing
      const after = withPrice(before, { at: Date.now(), priceMilli })
      if (after === before) continue
      seen.set(outcomeId, after)
      changed = true
    }
  }
  if (changed) for (const listener of listeners) listener()
}

/** Records a match's prices while shown, for the charts. */
export const useNotedPrices = (fixture: Fixture): void => useEffect(() => notePrices(fixture), [fixture])

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A price's history since its match was opened, oldest first. */
export const useSeenPrices = (outcomeId: string): readonly SeenPrice[] =>
  useSyncExternalStore(subscribe, () => seen.get(outcomeId) ?? nothing)
