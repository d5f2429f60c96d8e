import { useEffect } from 'react'
import { askForNotice } from '../../../shared/bars/notice.ts'

const everyMs = 10_000

/** Keeps asking for notices while a game is in sight that is played with money: nothing is pushed to its page. */
export const useAskedNotices = (isWanted: boolean): void =>
  useEffect(() => {
    if (!isWanted) return
    // One that cannot be asked for now is asked for again.
    const ask = () => void askForNotice().catch(() => undefined)
    ask()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') ask()
    }, everyMs)
    return () => clearInterval(timer)
  }, [isWanted])
