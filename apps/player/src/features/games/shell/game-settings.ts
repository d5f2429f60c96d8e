import { create } from 'zustand'
import { onLogout } from '../../../shared/session.ts'
import { deviceKeys } from '../../../shared/device-keys.ts'

const storageKey = deviceKeys.gameSettings

/** The small games' settings on this device; all off by default. */
export type GameSettings = { sound: boolean; vibration: boolean; fast: boolean; hotkeys: boolean }

const plain: GameSettings = { sound: false, vibration: false, fast: false, hotkeys: false }

/** The settings of a stored text; missing or broken ones are off. */
export const readGameSettings = (stored: string | null): GameSettings => {
  try {
    const held = JSON.parse(stored ?? '{}') as Partial<Record<keyof GameSettings, unknown>> | null
    return {
      sound: held?.sound === true,
      vibration: held?.vibration === true,
      fast: held?.fast === true,
      hotkeys: held?.hotkeys === true,
    }
  } catch {
    return plain
  }
}

/** The current settings. */
export const useGameSettings = create<GameSettings>(() =>
  readGameSettings(typeof localStorage === 'undefined' ? null : localStorage.getItem(storageKey)),
)

/** Changes settings, now and for later visits. */
export const changeGameSettings = (change: Partial<GameSettings>): void => {
  useGameSettings.setState(change)
  localStorage.setItem(storageKey, JSON.stringify(useGameSettings.getState()))
}

// The storage key is removed when the player leaves.
onLogout(() => useGameSettings.setState(plain))
