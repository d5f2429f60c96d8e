import { useEffect, useRef } from 'react'

/** Whether the page is still there, for what goes on over several answers. */
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
