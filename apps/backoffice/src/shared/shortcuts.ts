import { useEffect, useEffectEvent } from 'react'

/** Keyboard shortcuts by letter. */
export type Shortcuts = Readonly<Record<string, () => void>>

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** A key's meaning here: undefined while typing, in a dialog, or with a modifier. */
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

/** Listens for the page's keys while mounted. */
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
