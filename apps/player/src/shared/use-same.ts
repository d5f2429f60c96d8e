import { replaceEqualDeep } from '@tanstack/react-query'
import { useState } from 'react'

/** The same object for as long as it says the same: what is worked out anew with every push seldom says anything new. */
export const useSame = <T>(value: T): T => {
  const [held, setHeld] = useState(value)
  const same: T = replaceEqualDeep(held, value)
  if (same !== held) setHeld(same)
  return same
}
