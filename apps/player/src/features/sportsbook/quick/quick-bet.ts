import { create } from 'zustand'
import { onLogout } from '../../../shared/session.ts'
import { deviceKeys } from '../../../shared/device-keys.ts'

type QuickBet = {
  /** Long-press betting with confirmation. Off by default. */
  isOn: boolean
  /** The typed stake, as a money entry. */
  entry: string
}

const storageKey = deviceKeys.quickBet
const off: QuickBet = { isOn: false, entry: '10' }

const read = (): QuickBet => {
  try {
    return { ...off, ...(JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<QuickBet>) }
  } catch {
    return off
  }
}

/** The quick-bet setting of this device. */
export const useQuickBet = create<QuickBet>(read)

// The stake belongs to the player who left.
onLogout(() => useQuickBet.setState(off))

export const setQuickBet = (change: Partial<QuickBet>): void => {
  useQuickBet.setState(change)
  localStorage.setItem(storageKey, JSON.stringify(useQuickBet.getState()))
}
