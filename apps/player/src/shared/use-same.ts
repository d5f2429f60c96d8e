import { replaceEqualDeep } from '@tanstack/react-query'
import { useState } from 'react'

/** Keeps the same object while its content is equal: values recomputed with every push rarely change. */
export const useSame = <T>(value: T): T => {
  const [held, setHeld] = useState(value)
  const same: T = replaceEqualDeep(held, value)
  if (same !== held) setHeld(same)
  return same
}
