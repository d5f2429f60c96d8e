import { create } from 'zustand'
import { onLogout } from '../../../shared/session.ts'
import { deviceKeys } from '../../../shared/device-keys.ts'

const storageKey = deviceKeys.favouriteLeagues

const read = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '')
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

/** The leagues starred on this device. */
export const useFavourites = create<{ leagues: readonly string[] }>(() => ({ leagues: read() }))

// The storage is cleared when the player leaves.
onLogout(() => useFavourites.setState({ leagues: [] }))

/** Stars or unstars a league. */
export const toggleFavourite = (competition: string): void => {
  const { leagues } = useFavourites.getState()
  const others = leagues.filter((name) => name !== competition)
  const changed = others.length < leagues.length ? others : [...leagues, competition]
  useFavourites.setState({ leagues: changed })
  localStorage.setItem(storageKey, JSON.stringify(changed))
}

/** Leagues opened (true) or closed (false) by hand, per sport; kept for this page only. */
export const useFolds = create<Readonly<Record<string, boolean>>>(() => ({}))

/** Opens or closes a league. */
export const fold = (key: string, open: boolean): void => useFolds.setState({ [key]: open })
