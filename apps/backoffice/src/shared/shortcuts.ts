import { useEffect, useEffectEvent } from 'react'

/** Keyboard shortcuts by key. One that returns false leaves the key to the page. */
export type Shortcuts = Readonly<Record<string, () => unknown>>

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** A key's meaning here: undefined while typing, in a dialog, or with a modifier. */
export function shortcutOf(
  shortcuts: Shortcuts,
  event: Pressed,
  isWriting: boolean,
): (() => unknown) | undefined {
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
    if (act() !== false) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
