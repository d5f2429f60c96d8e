import { useEffect, useEffectEvent } from 'react'

const maxHiddenMs = 60_000

/** Calls back when the page was hidden for a minute. A suspended page is notified when it wakes. */
export const useHiddenTooLong = (isWatched: boolean, onTooLong: () => void): void => {
  const report = useEffectEvent(onTooLong)
  useEffect(() => {
    if (!isWatched) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let hiddenAt: number | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'hidden') {
        hiddenAt = Date.now()
        timer = setTimeout(() => report(), maxHiddenMs)
      } else if (hiddenAt !== undefined) {
        if (Date.now() - hiddenAt >= maxHiddenMs) report()
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
