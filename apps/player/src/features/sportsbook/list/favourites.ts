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

/** The leagues the player marked with a star, on this device. */
export const useFavourites = create<{ leagues: readonly string[] }>(() => ({ leagues: read() }))

// The storage it was read from is emptied when the player leaves.
onLogout(() => useFavourites.setState({ leagues: [] }))

/** Marks a league, or takes its mark away. */
export const toggleFavourite = (competition: string): void => {
  const { leagues } = useFavourites.getState()
  const others = leagues.filter((name) => name !== competition)
  const changed = others.length < leagues.length ? others : [...leagues, competition]
  useFavourites.setState({ leagues: changed })
  localStorage.setItem(storageKey, JSON.stringify(changed))
}

/** Leagues the player opened (true) or closed (false) by hand, per sport; forgotten with the page. */
export const useFolds = create<Readonly<Record<string, boolean>>>(() => ({}))

/** Opens or closes a league. */
export const fold = (key: string, open: boolean): void => useFolds.setState({ [key]: open })
