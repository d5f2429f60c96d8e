import { useEffect, useEffectEvent } from 'react'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { doubled, halved } from '../stake.ts'
import { useGameSettings } from './game-settings.ts'
import { type Hotkey, hotkeyOf } from './hotkey-of.ts'
import type { Stake } from './use-stake.ts'

/** Each key's action; absent ones do nothing. */
export type HotkeyActions = Readonly<Partial<Record<Hotkey, (() => void) | undefined>>>

/** The keys' effect on the stake; they start only a playable one. */
export const stakeKeys = (stake: Stake, onAct: () => void): HotkeyActions => ({
  half: () => stake.setEntry(halved(stake.entry, stake.bounds.minStakeCents)),
  double: () => stake.setEntry(doubled(stake.entry, stake.bounds)),
  act: stake.cents > 0 && stake.problem === undefined ? onAct : undefined,
})

/** Listens for a game's keys if the player enabled them. A sheet above the game takes them. */
export const useHotkeys = (actions: HotkeyActions): void => {
  const isLoggedIn = useIsLoggedIn()
  const isOn = useGameSettings((settings) => settings.hotkeys) && isLoggedIn
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const isElsewhere = document.querySelector('dialog:modal') !== null
    const hotkey = hotkeyOf(event, target instanceof Element ? target.closest(ownKeys)?.tagName : undefined)
    const act = hotkey && actions[hotkey]
    if (!act || isElsewhere) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!isOn) return
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}

/** Elements that use these keys themselves when focused. */
const ownKeys = 'input, textarea, select, button, a, [role=slider]'
