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
 * What a key means on the page of a game. One that is held down, or belongs to the browser, means nothing; nor does any
 * where it is typed or pressed into something (`focused`: its tag), but for the letters on a button.
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
