import { useEffect, useSyncExternalStore } from 'react'
import type { Fixture } from '../../../shared/fixture.ts'

/** A price at a moment. */
export type SeenPrice = { at: number; priceMilli: number }

const keptMs = 10 * 60_000
const maxPoints = 60

const seen = new Map<string, readonly SeenPrice[]>()
const listeners = new Set<() => void>()
const nothing: readonly SeenPrice[] = []

/** A price is noted when it differs from the last; what is older than ten minutes is forgotten, its last value kept. */
export const withPrice = (prices: readonly SeenPrice[], price: SeenPrice): readonly SeenPrice[] => {
  if (prices.at(-1)?.priceMilli === price.priceMilli) return prices
  const from = price.at - keptMs
  const fresh = prices.filter(({ at }, place) => at >= from || (prices[place + 1]?.at ?? price.at) >= from)
  return [...fresh, price].slice(-maxPoints)
}

/** Notes the prices of a match as they are now. They live in this page, not on the device. */
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

/** Keeps the prices of a match while it is in sight, for the charts of how they moved. */
export const useNotedPrices = (fixture: Fixture): void => useEffect(() => notePrices(fixture), [fixture])

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How a price moved since its match was opened, oldest first. */
export const useSeenPrices = (outcomeId: string): readonly SeenPrice[] =>
  useSyncExternalStore(subscribe, () => seen.get(outcomeId) ?? nothing)
