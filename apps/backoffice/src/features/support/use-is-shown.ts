import { type RefCallback, useCallback, useState } from 'react'

/**
 * Whether an element has a size, and the ref to put on it. What a narrow screen hides is not loaded: each view of a
 * player is audited.
 */
export function useIsShown(): readonly [watch: RefCallback<HTMLElement>, isShown: boolean] {
  const [isShown, setShown] = useState(false)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(() => setShown(element.offsetWidth > 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [watch, isShown]
}
