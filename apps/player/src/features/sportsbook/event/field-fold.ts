import { create } from 'zustand'
import { onLogout } from '../../../shared/session.ts'
import { deviceKeys } from '../../../shared/device-keys.ts'

const storageKey = deviceKeys.matchField

/** Whether match fields are unfolded on this device; folded by default. */
export const useFieldFold = create<{ isOpen: boolean }>(() => ({
  isOpen: typeof localStorage !== 'undefined' && localStorage.getItem(storageKey) === 'open',
}))

// The storage is cleared when the player leaves.
onLogout(() => useFieldFold.setState({ isOpen: false }))

/** Folds or unfolds the fields of all matches. */
export const foldField = (isOpen: boolean): void => {
  useFieldFold.setState({ isOpen })
  localStorage.setItem(storageKey, isOpen ? 'open' : 'folded')
}
