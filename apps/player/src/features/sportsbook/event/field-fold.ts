import { create } from 'zustand'
import { onLogout } from '../../../shared/session.ts'
import { deviceKeys } from '../../../shared/device-keys.ts'

const storageKey = deviceKeys.matchField

/** Whether the fields of matches stand open, on this device; folded until the player wants them. */
export const useFieldFold = create<{ isOpen: boolean }>(() => ({
  isOpen: typeof localStorage !== 'undefined' && localStorage.getItem(storageKey) === 'open',
}))

// The storage it was read from is emptied when the player leaves.
onLogout(() => useFieldFold.setState({ isOpen: false }))

/** Opens the fields of matches, or folds them; remembered for every match. */
export const foldField = (isOpen: boolean): void => {
  useFieldFold.setState({ isOpen })
  localStorage.setItem(storageKey, isOpen ? 'open' : 'folded')
}
