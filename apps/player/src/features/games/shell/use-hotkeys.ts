import { useEffect, useEffectEvent } from 'react'
import { doubled, halved } from '../stake.ts'
import { useGameSettings } from './game-settings.ts'
import { hotkeyOf } from './hotkey-of.ts'
import type { Stake } from './use-stake.ts'

type Keys = { stake: Stake; onAct: () => void; disabled: boolean }

/** Q halves the stake, W doubles it, Space and Enter act, once the player has turned the keys on. */
export const useHotkeys = ({ stake, onAct, disabled }: Keys): void => {
  const isOn = useGameSettings((settings) => settings.hotkeys)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const isElsewhere = document.querySelector('dialog:modal') !== null
    const hotkey = hotkeyOf(event, target instanceof Element ? target.closest(ownKeys)?.tagName : undefined)
    if (!hotkey || isElsewhere || disabled) return
    event.preventDefault()
    if (hotkey === 'half') stake.setEntry(halved(stake.entry, stake.bounds.minStakeCents))
    if (hotkey === 'double') stake.setEntry(doubled(stake.entry, stake.bounds))
    if (hotkey === 'act' && stake.cents > 0 && stake.problem === undefined) onAct()
  })
  useEffect(() => {
    if (!isOn) return
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}

/** What takes these keys for itself while it has the focus. */
const ownKeys = 'input, textarea, select, button, a, [role=slider]'
