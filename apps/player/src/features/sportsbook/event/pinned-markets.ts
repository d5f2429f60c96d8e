import { create } from 'zustand'
import { onLogout } from '../../../shared/session.ts'
import { deviceKeys } from '../../../shared/device-keys.ts'

const storageKey = deviceKeys.pinnedMarkets
/** The maximum number of pins. */
const maxPins = 30

const read = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '')
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string').slice(0, maxPins) : []
  } catch {
    return []
  }
}

/** The market types pinned to the top of every match, on this device. */
export const usePins = create<{ pins: readonly string[] }>(() => ({ pins: read() }))

// The storage is cleared when the player leaves.
onLogout(() => usePins.setState({ pins: [] }))

/** Pins or unpins a market type. */
export const togglePin = (key: string): void => {
  const { pins } = usePins.getState()
  const others = pins.filter((each) => each !== key)
  const changed = others.length < pins.length ? others : [key, ...pins].slice(0, maxPins)
  usePins.setState({ pins: changed })
  localStorage.setItem(storageKey, JSON.stringify(changed))
}

/** Pinned types first, the rest unchanged. */
export const pinnedFirst = <G extends { key: string }>(
  groups: readonly G[],
  pins: readonly string[],
): readonly G[] => [
  ...groups.filter(({ key }) => pins.includes(key)),
  ...groups.filter(({ key }) => !pins.includes(key)),
]
