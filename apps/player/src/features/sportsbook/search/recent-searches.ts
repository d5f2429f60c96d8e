import { create } from 'zustand'
import { onLogout } from '../../../shared/session.ts'
import { deviceKeys } from '../../../shared/device-keys.ts'

const storageKey = deviceKeys.recentSearches
const maxKept = 8

const read = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '')
    return Array.isArray(kept) ? kept.filter((words) => typeof words === 'string').slice(0, maxKept) : []
  } catch {
    return []
  }
}

/** Recent searches on this device, newest first. */
export const useRecentSearches = create<{ words: readonly string[] }>(() => ({ words: read() }))

// The storage is cleared when the player leaves.
onLogout(() => useRecentSearches.setState({ words: [] }))

const keep = (words: readonly string[]): void => {
  useRecentSearches.setState({ words })
  localStorage.setItem(storageKey, JSON.stringify(words))
}

/** Records a search whose result was opened. */
export const rememberSearch = (searched: string): void => {
  const found = searched.trim()
  const others = useRecentSearches
    .getState()
    .words.filter((each) => each.toLowerCase() !== found.toLowerCase())
  if (found) keep([found, ...others].slice(0, maxKept))
}

/** Clears them all. */
export const forgetSearches = (): void => keep([])
