import { useEffect } from 'react'

/** Shows how many messages wait on the icon of the installed app, where the device has such a badge. */
export const useAppBadge = (count: number | undefined): void => {
  useEffect(() => {
    if (count === undefined || !('setAppBadge' in navigator)) return
    // A badge is an extra: a system that shows none may refuse it, and nobody is told.
    const asked = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
    asked.catch(() => undefined)
  }, [count])
}
