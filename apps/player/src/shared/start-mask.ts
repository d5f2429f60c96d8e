import { api } from './api/api.ts'
import { openOverlay, openOverlayName } from './overlays.ts'
import { deviceKeys } from './device-keys.ts'

const seenKey = deviceKeys.maskSeen
const declinedKey = deviceKeys.maskDeclined

const today = (): string => new Date().toDateString()

/**
 * Shows the start mask after a login: once per session, not again on a day it was declined, not over what the login
 * opened, not after today's gift was taken, and not where gifts are forbidden.
 */
export const showStartMask = async (): Promise<void> => {
  if (sessionStorage.getItem(seenKey) !== null || sessionStorage.getItem(declinedKey) === today()) return
  if (localStorage.getItem(declinedKey) === today()) return
  const asked = { loading: false, inline: true } as const
  const rules = await api('GET /api/app/rewards/rules', asked).catch(() => undefined)
  if (!rules || rules.checkIn.length === 0) return
  const own = await api('GET /api/app/rewards/checkIn', asked).catch(() => undefined)
  if (!own || own.isDone || openOverlayName() !== undefined) return
  sessionStorage.setItem(seenKey, today())
  openOverlay('startMask')
}

/** Declined for today on this device: logging out clears the local storage, so this tab remembers it too. */
export const declineStartMask = (): void => {
  localStorage.setItem(declinedKey, today())
  sessionStorage.setItem(declinedKey, today())
}
