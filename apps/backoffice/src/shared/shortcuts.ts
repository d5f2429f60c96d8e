import { useEffect, useEffectEvent } from 'react'

/** Keys of the page, by the letter that is typed. */
export type Shortcuts = Readonly<Record<string, () => void>>

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** What a key means here: nothing while something is written or a dialog lies over the page, or with a modifier. */
export function shortcutOf(
  shortcuts: Shortcuts,
  event: Pressed,
  isWriting: boolean,
): (() => void) | undefined {
  if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return undefined
  return shortcuts[event.key]
}

const writes = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]'

const isWriting = (target: EventTarget | null): boolean =>
  document.documentElement.hasAttribute('data-covered') ||
  (target instanceof Element && target.matches(writes))

/** Hears keys of the whole page while the component stands. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = shortcutOf(shortcuts, event, isWriting(event.target))
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
