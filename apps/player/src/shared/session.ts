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

/** The key of the user info in the query cache; `useUser` reads it, the socket merges into it. */
export const userInfoKey = ['GET /api/app/user/userInfo'] as const

/** The opaque session token; empty means a visitor. */
export const useToken = create<{ token: string }>(() => ({
  token: typeof localStorage === 'undefined' ? '' : (localStorage.getItem(tokenKey) ?? ''),
}))

/**
 * Whether the session of this token is still the one of this browser. What another tab has stored is looked at too: the
 * news of it may come after an answer. An empty storage says nothing, since it may have been emptied by hand.
 */
export const isCurrentSession = (token: string): boolean => {
  const stored = typeof localStorage === 'undefined' ? null : localStorage.getItem(tokenKey)
  return useToken.getState().token === token && (stored ?? token) === token
}

/**
 * Counts the players who left this page. What stands under it as its `key` is made anew for whoever comes next, with
 * nothing in it of the one before.
 */
export const useDepartures = create<{ count: number }>(() => ({ count: 0 }))

/**
 * Calls back when the player's session ends: by logout or expiry, here or in another tab. Whatever keeps data of a player
 * outside the query cache drops it then.
 */
export const onLogout = (forget: () => void): (() => void) => useDepartures.subscribe(forget)

/** What offers a top-up to one player is nothing for the next (SPEC §4). */
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

/** Starts the session that a login, a registration or a sign-in link answered, and keeps its token and API key. */
export const keepSession = ({ access_token, api_key }: Session): void => {
  beginSession(access_token)
  localStorage.setItem(apiKeyKey, api_key)
}

/** The public id of this browser's session, by which the list of devices marks this one; empty while there is none. */
export const apiKey = (): string => localStorage.getItem(apiKeyKey) ?? ''

/** Starts a session with its token. */
export const beginSession = (token: string): void => {
  localStorage.removeItem(userKey)
  localStorage.removeItem(apiKeyKey)
  localStorage.setItem(tokenKey, token)
  queryClient.clear()
  useToken.setState({ token })
}

/**
 * The logged-out state: local storage emptied, the token gone, nothing of the player left in memory, and the
 * login overlay open (SPEC §4), which says why where that is known.
 */
export const endSession = (ending?: SessionEnding): void => {
  useToken.setState({ token: '' })
  // Last, because who hears of the ended session may still write something down.
  localStorage.clear()
  openOverlay('login', ending && { ending })
}

/** Follows logins and logouts in other tabs of this browser: there is one session for all of them. */
export const followOtherTabs = (): void => {
  window.addEventListener('storage', ({ key }) => {
    // A null key is the whole storage emptied.
    if (key === null || key === tokenKey) followStoredToken()
  })
  // A page that the browser had put aside as it was (back and forward) heard nothing of other tabs meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) followStoredToken()
  })
}

const followStoredToken = (): void => {
  const token = localStorage.getItem(tokenKey) ?? ''
  const before = useToken.getState().token
  if (token === before) return
  // A sheet shows what is the player's: a menu with the e-mail, a form half filled.
  if (before !== '') closeOverlays()
  queryClient.clear()
  useToken.setState({ token })
}

/** The user info kept from the last visit, shown until the server answers. */
export const cachedUser = (): UserInfo | undefined => {
  try {
    // Written by us below, in the shape of the contract; a broken text, or one of an older version, is as good as none.
    const user = JSON.parse(localStorage.getItem(userKey) ?? '') as UserInfo
    return Number.isInteger(user.wagering.sportsBps) ? user : undefined
  } catch {
    return undefined
  }
}

/** Keeps the user info for the next visit; none removes it. */
export const cacheUser = (user: UserInfo | undefined): void => {
  if (user) localStorage.setItem(userKey, JSON.stringify(user))
  else localStorage.removeItem(userKey)
}

/** A random id of this device, made anew whenever it is missing. */
export const deviceId = (): string => {
  const known = localStorage.getItem(deviceKey)
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const fresh = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  localStorage.setItem(deviceKey, fresh)
  return fresh
}

/** The invitation code this visitor came with; empty when there is none. */
export const invitationCode = (): string => localStorage.getItem(invitationKey) ?? ''

/** Keeps an invitation code until the registration. */
export const keepInvitationCode = (code: string): void => localStorage.setItem(invitationKey, code)
