import type { Calls, SessionEnding } from '@palpite/contract'
import { create } from 'zustand'
import { forgetAlerts } from './alerts.ts'
import { closeOverlays, openOverlay, openOverlayName } from './overlays.ts'
import { queryClient } from './query.ts'
import { forgetToasts } from './toasts.ts'
import { deviceKeys } from './device-keys.ts'

export type UserInfo = Calls['GET /api/app/user/userInfo']['data']

type Session = Calls['POST /api/auth/user/restLogin']['data']

const tokenKey = deviceKeys.token
const apiKeyKey = deviceKeys.apiKey
const userKey = deviceKeys.user
const deviceKey = deviceKeys.device
const invitationKey = deviceKeys.invitation

/** The query-cache key of the user; `useUser` reads it, the socket writes it. */
export const userInfoKey = ['GET /api/app/user/userInfo'] as const

/** The opaque session token; empty for a visitor. */
export const useToken = create<{ token: string }>(() => ({
  token: typeof localStorage === 'undefined' ? '' : (localStorage.getItem(tokenKey) ?? ''),
}))

/**
 * Whether this token's session is still the browser's. Also reads what another tab stored, because its event may come
 * after an answer. An empty storage proves nothing: it may have been cleared by hand.
 */
export const isCurrentSession = (token: string): boolean => {
  const stored = typeof localStorage === 'undefined' ? null : localStorage.getItem(tokenKey)
  return useToken.getState().token === token && (stored ?? token) === token
}

/** Counts the players who left this page. Components with it as `key` are remounted for the next player. */
export const useDepartures = create<{ count: number }>(() => ({ count: 0 }))

/**
 * Calls back when the session ends: by logout or expiry, here or in another tab. For player data kept outside the
 * query cache.
 */
export const onLogout = (forget: () => void): (() => void) => useDepartures.subscribe(forget)

/** One player's top-up offers must not reach the next (SPEC §4). */
const offers: readonly (string | undefined)[] = ['gameDeposit', 'bonusIncrease']

useToken.subscribe(({ token }, before) => {
  if (token !== before.token && offers.includes(openOverlayName())) closeOverlays()
  if (before.token === '' || token === before.token) return
  queryClient.clear()
  forgetAlerts()
  forgetToasts()
  useDepartures.setState(({ count }) => ({ count: count + 1 }))
})

/** Whether there is a session. */
export const useIsLoggedIn = (): boolean => useToken((state) => state.token !== '')

/** Starts the session of a login, registration or sign-in link, and stores its token and API key. */
export const keepSession = ({ access_token, api_key }: Session): void => {
  beginSession(access_token)
  localStorage.setItem(apiKeyKey, api_key)
}

/** The public id of this browser's session, which marks it in the device list; empty without one. */
export const apiKey = (): string => localStorage.getItem(apiKeyKey) ?? ''

/** Starts a session by its token. */
export const beginSession = (token: string): void => {
  localStorage.removeItem(userKey)
  localStorage.removeItem(apiKeyKey)
  localStorage.setItem(tokenKey, token)
  queryClient.clear()
  useToken.setState({ token })
}

/** Logs out: clears local storage, token and memory, and opens the login (SPEC §4), with the reason if known. */
export const endSession = (ending?: SessionEnding): void => {
  useToken.setState({ token: '' })
  // Last, because a listener may still write to the storage.
  localStorage.clear()
  openOverlay('login', ending && { ending })
}

/** Follows logins and logouts in other tabs: a browser has one session. */
export const followOtherTabs = (): void => {
  window.addEventListener('storage', ({ key }) => {
    // A null key means the whole storage was cleared.
    if (key === null || key === tokenKey) followStoredToken()
  })
  // A page restored from the back/forward cache missed the other tabs' events.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) followStoredToken()
  })
}

const followStoredToken = (): void => {
  const token = localStorage.getItem(tokenKey) ?? ''
  const before = useToken.getState().token
  if (token === before) return
  // A sheet shows player data: a menu with the e-mail, a half-filled form.
  if (before !== '') closeOverlays()
  queryClient.clear()
  useToken.setState({ token })
}

/** The stored user of the last visit, shown until the server answers. */
export const cachedUser = (): UserInfo | undefined => {
  try {
    // Written below in the contract's shape; a broken or older one is ignored.
    const user = JSON.parse(localStorage.getItem(userKey) ?? '') as UserInfo
    return Number.isInteger(user.wagering.sportsBps) ? user : undefined
  } catch {
    return undefined
  }
}

/** Stores the user for the next visit; undefined removes it. */
export const cacheUser = (user: UserInfo | undefined): void => {
  if (user) localStorage.setItem(userKey, JSON.stringify(user))
  else localStorage.removeItem(userKey)
}

/** This device's random id, created when missing. */
export const deviceId = (): string => {
  const known = localStorage.getItem(deviceKey)
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const fresh = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  localStorage.setItem(deviceKey, fresh)
  return fresh
}

/** The visitor's invitation code; empty without one. */
export const invitationCode = (): string => localStorage.getItem(invitationKey) ?? ''

/** Stores an invitation code until the registration. */
export const keepInvitationCode = (code: string): void => localStorage.setItem(invitationKey, code)
