import { useEffect, useEffectEvent } from 'react'

const maxHiddenMs = 60_000

/** Tells when nobody has seen the page for a minute. A page that was put to sleep is told of when it wakes. */
export const useHiddenTooLong = (isWatched: boolean, onTooLong: () => void): void => {
  const tell = useEffectEvent(onTooLong)
  useEffect(() => {
    if (!isWatched) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let hiddenAt: number | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'hidden') {
        hiddenAt = Date.now()
        timer = setTimeout(() => tell(), maxHiddenMs)
      } else if (hiddenAt !== undefined) {
        if (Date.now() - hiddenAt >= maxHiddenMs) tell()
        hiddenAt = undefined
      }
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isWatched])
}
