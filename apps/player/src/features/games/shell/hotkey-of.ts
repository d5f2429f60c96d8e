type Key = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>

export type Hotkey = 'half' | 'double' | 'luck' | 'act'

const keys: Readonly<Record<string, Hotkey>> = {
  q: 'half',
  w: 'double',
  r: 'luck',
  ' ': 'act',
  enter: 'act',
}

/**
 * A key's meaning on a game page. Undefined while held down, for browser shortcuts, and while an input is focused
 * (`focused`: its tag), except letters on a button.
 */
export const hotkeyOf = (
  { key, repeat, ctrlKey, metaKey, altKey }: Key,
  focused: string | undefined,
): Hotkey | undefined => {
  const meaning = keys[key.toLowerCase()]
  if (repeat || ctrlKey || metaKey || altKey || meaning === undefined) return undefined
  if (focused === undefined) return meaning
  return (focused === 'BUTTON' || focused === 'A') && meaning !== 'act' ? meaning : undefined
}
