import { useEffectEvent, useLayoutEffect } from 'react'
import { useLook } from './look.ts'

type Press = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Whether a key is the one of a shortcut: pressed alone, and not held down. */
export const isShortcut = (press: Press, key: string): boolean =>
  press.key.toLowerCase() === key && !press.repeat && !press.ctrlKey && !press.metaKey && !press.altKey

/**
 * Does this when the key is pressed, unless the keys of one letter are off: whoever dictates, or types by switches, turns
 * them off (WCAG 2.1.4).
 */
export const useShortcut = (key: string, act: () => void): void => {
  const isOn = useLook((look) => look.letterKeys === 'on')
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event, key) || isElsewhere(event.target)) return
    event.preventDefault()
    act()
  })
  // At once, not after the next painting: a key may follow the very tick that turned them on.
  useLayoutEffect(() => {
    if (!isOn) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn, key])
}

/** What takes letters for itself. A tick box takes none. */
const lettersOf = 'input:not([type=checkbox]), select, textarea, dialog'

/** Whoever types, or stands in a dialog, means the letter. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(lettersOf) !== null
