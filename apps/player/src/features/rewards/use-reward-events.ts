import { useEffect } from 'react'
import { useCall } from '../../shared/api/use-call.ts'
import { openOverlay, openOverlayName } from '../../shared/overlays.ts'
import { useIsLoggedIn } from '../../shared/session.ts'

const waitMs = 1000
/** A messaging link with this word belongs to managers, whose players get awards by hand (SPEC §2). */
const managed = 'manager'

/** On home: opens a waiting award after a second; not over another overlay. */
export const useRewardEvents = (): void => {
  const isAsked = useIsLoggedIn()
  const gift = useCall('GET /api/app/main/userGift', { loading: false }, { enabled: isAsked, staleTime: 0 })
  const channels = useCall(
    'GET /api/app/support/channels',
    { loading: false },
    { enabled: isAsked && gift.data === 1, staleTime: Infinity },
  )
  const waits =
    isAsked &&
    gift.data === 1 &&
    channels.data !== undefined &&
    !(channels.data.messagingLink ?? '').includes(managed)
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => {
      if (openOverlayName() === undefined) openOverlay('award')
    }, waitMs)
    return () => clearTimeout(timer)
  }, [waits])
}
