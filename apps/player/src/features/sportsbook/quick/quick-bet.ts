import { create } from 'zustand'
import { onLogout } from '../../../shared/session.ts'
import { deviceKeys } from '../../../shared/device-keys.ts'

type QuickBet = {
  /** A price that is held down is bet on, once its player has confirmed it. Off until they want it. */
  isOn: boolean
  /** What was typed as its stake, as a money entry. */
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

/** Whether and for how much one bets by holding a price; kept on this device. */
export const useQuickBet = create<QuickBet>(read)

// What was staked is the player's who left.
onLogout(() => useQuickBet.setState(off))

export const setQuickBet = (change: Partial<QuickBet>): void => {
  useQuickBet.setState(change)
  localStorage.setItem(storageKey, JSON.stringify(useQuickBet.getState()))
}
