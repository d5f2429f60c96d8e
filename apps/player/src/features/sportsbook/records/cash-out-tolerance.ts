import { create } from 'zustand'
import { onLogout } from '../../../shared/session.ts'
import { deviceKeys } from '../../../shared/device-keys.ts'

const storageKey = deviceKeys.cashOutTolerance

/** The accepted decrease, in hundredths of a percent. */
export const tolerances = ['0', '200', '500', '1000'] as const
export type Tolerance = (typeof tolerances)[number]

const read = (): Tolerance => {
  const kept = localStorage.getItem(storageKey)
  return tolerances.find((each) => each === kept) ?? '0'
}

/** The cash-out tolerance of this device. */
export const useTolerance = create<{ tolerance: Tolerance }>(() => ({ tolerance: read() }))

// The storage is cleared when the player leaves.
onLogout(() => useTolerance.setState({ tolerance: '0' }))

export const chooseTolerance = (tolerance: Tolerance): void => {
  useTolerance.setState({ tolerance })
  localStorage.setItem(storageKey, tolerance)
}

const wholeBps = 10_000

/** The minimum accepted, in hundredths of a percent of the offer. */
export const minShareBps = (tolerance: Tolerance): number => wholeBps - Number(tolerance)
