import { api } from './api/api.ts'
import { bannersFor, readLimits } from './banners.ts'
import { useAlerts } from './alerts.ts'
import { deviceKeys } from './device-keys.ts'
import type { Limits } from './limits.ts'
import { openOverlay, openOverlayName } from './overlays.ts'
import { screenAt } from './paths.ts'
import { queryClient } from './query.ts'
import { useRealityCheck } from './reality-check.ts'
import { userInfoKey, type UserInfo } from './session.ts'

const seenKey = deviceKeys.maskSeen
const declinedKey = deviceKeys.maskDeclined
const slipKey = deviceKeys.slip

const today = (): string => new Date().toDateString()

/** Whether the mask was shown in this session, or declined today. */
const isDone = (): boolean =>
  sessionStorage.getItem(seenKey) !== null ||
  sessionStorage.getItem(declinedKey) === today() ||
  localStorage.getItem(declinedKey) === today()

/** Whether the stored slip has selections of the last day. */
const hasSlip = (): boolean => {
  try {
    const { legs, savedAt } = JSON.parse(localStorage.getItem(slipKey) ?? '') as Record<string, unknown>
    return Array.isArray(legs) && legs.length > 0 && Date.now() - Number(savedAt) < 24 * 3_600_000
  } catch {
    return false // none is stored, or none that the slip could read
  }
}

/** Whether the player is asked something, will be, or is about to bet. */
const isBusy = (limits?: Limits): boolean => {
  const { isDue, decisions } = useRealityCheck.getState()
  return (
    openOverlayName() !== undefined ||
    document.querySelector('dialog[open]') !== null ||
    useAlerts.getState().waiting.length > 0 ||
    isDue ||
    decisions > 0 ||
    limits?.risksDue === true ||
    limits?.coolOff !== undefined ||
    Boolean(queryClient.getQueryData<UserInfo>(userInfoKey)?.termsDue) ||
    hasSlip()
  )
}

/**
 * Shows the start mask after a login: the planned one, else the daily check-in. Once a session, not on a day it was
 * declined, not over anything else, not to players who get no marketing. The check-in also needs an unclaimed gift and
 * a profile with gifts.
 */
export const showStartMask = async (): Promise<void> => {
  if (isDone() || (await showPlannedMask(true))) return
  const asked = { loading: false, inline: true } as const
  const rules = await api('GET /api/app/rewards/rules', asked).catch(() => undefined)
  if (!rules || rules.checkIn.length === 0) return
  const own = await api('GET /api/app/rewards/checkIn', asked).catch(() => undefined)
  if (!own || own.isDone) return
  const limits = await readLimits().catch(() => undefined)
  if (limits?.noMarketing !== false || isBusy(limits)) return
  sessionStorage.setItem(seenKey, today())
  openOverlay('startMask')
}

/**
 * Shows the start mask that operators planned, to a visitor too if it is for all: once a day on a device, and only on
 * home, if it was not left meanwhile. Answers whether it did.
 */
export const showPlannedMask = async (isLoggedIn: boolean, left?: AbortSignal): Promise<boolean> => {
  if (isDone()) return false
  const [planned] = await bannersFor('start', isLoggedIn).catch(() => [])
  if (!planned || isDone() || left?.aborted || screenAt(location.pathname)?.name !== 'home') return false
  if (isBusy(isLoggedIn ? await readLimits() : undefined) || left?.aborted) return false
  declineStartMask() // shown is done for the day
  openOverlay('startMask', { planned })
  return true
}

/** Declined for today on this device: logging out clears the local storage, so this tab remembers it too. */
export const declineStartMask = (): void => {
  localStorage.setItem(declinedKey, today())
  sessionStorage.setItem(declinedKey, today())
}
