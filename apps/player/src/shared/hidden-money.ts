import { create } from 'zustand'
import { onLogout } from './session.ts'
import { deviceKeys } from './device-keys.ts'

const storageKey = deviceKeys.moneyHidden

/** Whether this device keeps the player's amounts from curious eyes: in the bar as on the page of the account. */
export const useHiddenMoney = create<{ isHidden: boolean }>(() => ({
  isHidden: typeof localStorage !== 'undefined' && localStorage.getItem(storageKey) === '1',
}))

/** Hides the amounts, or shows them again. */
export const toggleHiddenMoney = (): void => {
  const isHidden = !useHiddenMoney.getState().isHidden
  localStorage.setItem(storageKey, isHidden ? '1' : '0')
  useHiddenMoney.setState({ isHidden })
}

// The storage that says so is emptied when the player leaves.
onLogout(() => useHiddenMoney.setState({ isHidden: false }))
