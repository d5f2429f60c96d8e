import { useEffect, useRef } from 'react'

/** Whether the page is still mounted, for work across several answers. */
export const useIsHere = () => {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
