import { create } from 'zustand'
import { onLogout } from './session.ts'
import { deviceKeys } from './device-keys.ts'

const storageKey = deviceKeys.moneyHidden

/** Whether this device hides the player's amounts, in the bar and on the account page. */
export const useHiddenMoney = create<{ isHidden: boolean }>(() => ({
  isHidden: typeof localStorage !== 'undefined' && localStorage.getItem(storageKey) === '1',
}))

/** Hides or shows the amounts. */
export const toggleHiddenMoney = (): void => {
  const isHidden = !useHiddenMoney.getState().isHidden
  localStorage.setItem(storageKey, isHidden ? '1' : '0')
  useHiddenMoney.setState({ isHidden })
}

// The storage key is removed when the player leaves.
onLogout(() => useHiddenMoney.setState({ isHidden: false }))
