import { useEffect, useState } from 'react'

const settleMs = 250

/** A value that changes with every key, once it has stood still for a moment. */
export const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
