import { useEffectEvent, useLayoutEffect } from 'react'
import { useLook } from './look.ts'

type Press = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Whether a key press is a shortcut: alone, and not held down. */
export const isShortcut = (press: Press, key: string): boolean =>
  press.key.toLowerCase() === key && !press.repeat && !press.ctrlKey && !press.metaKey && !press.altKey

/**
 * Runs this on the key, unless single-letter keys are disabled, for players who use speech input or switches (WCAG
 * 2.1.4).
 */
export const useShortcut = (key: string, act: () => void): void => {
  const isOn = useLook((look) => look.letterKeys === 'on')
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event, key) || isElsewhere(event.target)) return
    event.preventDefault()
    act()
  })
  // At once, not after painting: a key may follow the click that enabled them.
  useLayoutEffect(() => {
    if (!isOn) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn, key])
}

/** Elements that take letters themselves. A checkbox does not. */
const lettersOf = 'input:not([type=checkbox]), select, textarea, dialog'

/** While typing, or in a dialog, a key is just a letter. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(lettersOf) !== null
