import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'

const names: Readonly<Record<string, TextKey>> = {
  white: 'rooms.pick.white',
  red: 'rooms.pick.red',
  black: 'rooms.pick.black',
  green: 'rooms.pick.green',
  violet: 'rooms.pick.violet',
  small: 'rooms.pick.small',
  big: 'rooms.pick.big',
}

/** A pick's name: a word for a colour or half, a digit as is. */
export const usePickName = (): ((pick: string) => string) => {
  const t = useText()
  return (pick) => {
    const key = names[pick]
    return key ? t(key) : pick
  }
}
