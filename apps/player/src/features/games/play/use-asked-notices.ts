import { useEffect } from 'react'
import { askForNotice } from '../../../shared/bars/notice.ts'

const everyMs = 10_000

/** Polls for notices while a real-money game is visible: its page gets no pushes. */
export const useAskedNotices = (isWanted: boolean): void =>
  useEffect(() => {
    if (!isWanted) return
    // A failed poll is repeated.
    const ask = () => void askForNotice().catch(() => undefined)
    ask()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') ask()
    }, everyMs)
    return () => clearInterval(timer)
  }, [isWanted])
