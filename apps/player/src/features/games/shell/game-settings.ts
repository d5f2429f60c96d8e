import { create } from 'zustand'
import { onLogout } from '../../../shared/session.ts'
import { deviceKeys } from '../../../shared/device-keys.ts'

const storageKey = deviceKeys.gameSettings

/** How the small games behave on this device; all of it is off until the player asks for it. */
export type GameSettings = { sound: boolean; vibration: boolean; fast: boolean; hotkeys: boolean }

const plain: GameSettings = { sound: false, vibration: false, fast: false, hotkeys: false }

/** The settings that a stored text holds; what is missing or broken there is off. */
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

/** The settings in force. */
export const useGameSettings = create<GameSettings>(() =>
  readGameSettings(typeof localStorage === 'undefined' ? null : localStorage.getItem(storageKey)),
)

/** Changes some of them, at once and for the next visits. */
export const changeGameSettings = (change: Partial<GameSettings>): void => {
  useGameSettings.setState(change)
  localStorage.setItem(storageKey, JSON.stringify(useGameSettings.getState()))
}

// The storage that says so is emptied when the player leaves.
onLogout(() => useGameSettings.setState(plain))
