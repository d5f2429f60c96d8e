import { create } from 'zustand'
import { onLogout } from '../../../shared/session.ts'
import { deviceKeys } from '../../../shared/device-keys.ts'

const storageKey = deviceKeys.pinnedMarkets
/** More pins than this put nothing on top any more. */
const maxPins = 30

const read = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '')
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string').slice(0, maxPins) : []
  } catch {
    return []
  }
}

/** The kinds of markets the player wants on top of every match, on this device. */
export const usePins = create<{ pins: readonly string[] }>(() => ({ pins: read() }))

// The storage it was read from is emptied when the player leaves.
onLogout(() => usePins.setState({ pins: [] }))

/** Pins a kind of market, or takes its pin away. */
export const togglePin = (key: string): void => {
  const { pins } = usePins.getState()
  const others = pins.filter((each) => each !== key)
  const changed = others.length < pins.length ? others : [key, ...pins].slice(0, maxPins)
  usePins.setState({ pins: changed })
  localStorage.setItem(storageKey, JSON.stringify(changed))
}

/** Pinned kinds first, the rest as they are. */
export const pinnedFirst = <G extends { key: string }>(
  groups: readonly G[],
  pins: readonly string[],
): readonly G[] => [
  ...groups.filter(({ key }) => pins.includes(key)),
  ...groups.filter(({ key }) => !pins.includes(key)),
]
