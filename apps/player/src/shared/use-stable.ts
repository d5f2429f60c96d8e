import { useCallback, useLayoutEffect, useRef } from 'react'

/** A constant function that calls the newest one given, for memoised children. */
export const useStable = <Args extends unknown[]>(
  act: (...args: Args) => void,
): ((...args: Args) => void) => {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
