import { useEffect, useEffectEvent } from 'react'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { doubled, halved } from '../stake.ts'
import { useGameSettings } from './game-settings.ts'
import { type Hotkey, hotkeyOf } from './hotkey-of.ts'
import type { Stake } from './use-stake.ts'

/** What each key does now; one that is absent does nothing. */
export type HotkeyActions = Readonly<Partial<Record<Hotkey, (() => void) | undefined>>>

/** What the keys do to the stake, and that they act only on one that can be played. */
export const stakeKeys = (stake: Stake, onAct: () => void): HotkeyActions => ({
  half: () => stake.setEntry(halved(stake.entry, stake.bounds.minStakeCents)),
  double: () => stake.setEntry(doubled(stake.entry, stake.bounds)),
  act: stake.cents > 0 && stake.problem === undefined ? onAct : undefined,
})

/** Listens to the keys of a game, once the player has turned them on. A sheet above the game has them for itself. */
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

/** What takes these keys for itself while it has the focus. */
const ownKeys = 'input, textarea, select, button, a, [role=slider]'
