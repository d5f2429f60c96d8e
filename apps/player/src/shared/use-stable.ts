import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * One function for as long as the component is there, which does what the newest one given does: for parts that are not
 * drawn anew while they are handed the same.
 */
export const useStable = <Args extends unknown[]>(
  act: (...args: Args) => void,
): ((...args: Args) => void) => {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
