import { api } from './api/api.ts'
import { openOverlay, openOverlayName } from './overlays.ts'
import { deviceKeys } from './device-keys.ts'

const seenKey = deviceKeys.maskSeen
const declinedKey = deviceKeys.maskDeclined

const today = (): string => new Date().toDateString()

/**
 * Shows the start mask after a login: once a session, not again on a day on which it was declined, not over what the login
 * led to, and not where gifts are forbidden, since it leads to one.
 */
export const showStartMask = async (): Promise<void> => {
  if (sessionStorage.getItem(seenKey) !== null || sessionStorage.getItem(declinedKey) === today()) return
  if (localStorage.getItem(declinedKey) === today()) return
  const rules = await api('GET /api/app/rewards/rules', { loading: false, inline: true }).catch(
    () => undefined,
  )
  if (!rules || rules.checkIn.length === 0 || openOverlayName() !== undefined) return
  sessionStorage.setItem(seenKey, today())
  openOverlay('startMask')
}

/** Not again today, on this device: logging out empties the local storage, so this tab remembers it as well. */
export const declineStartMask = (): void => {
  localStorage.setItem(declinedKey, today())
  sessionStorage.setItem(declinedKey, today())
}
