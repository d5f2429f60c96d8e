import { QueryObserver } from '@tanstack/react-query'
import { api } from '../shared/api/api.ts'
import { callKey } from '../shared/api/use-call.ts'
import { queryClient } from '../shared/query.ts'
import { useToken } from '../shared/session.ts'

const key = 'GET /api/app/messages/unread'

/**
 * Shows the unread count on the installed app's icon, on any page during a session, if the device supports badges.
 * When the app becomes visible it restores the count, because the worker marks pushes without one.
 */
export const keepAppBadge = (): void => {
  if (!('setAppBadge' in navigator)) return
  let count: number | undefined
  let leave = () => {}
  const follow = (token: string): void => {
    leave()
    if (token === '') return show((count = 0)) // also if the session ended while the app was closed
    count = undefined
    leave = observeUnread((unread) => show((count = unread)))
  }
  follow(useToken.getState().token)
  useToken.subscribe(({ token }, before) => {
    if (token !== before.token) follow(token)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') show(count)
  })
}

/** Loads the unread count, now and after each change. Returns the stop function. */
const observeUnread = (listener: (count: number) => void): (() => void) =>
  new QueryObserver(queryClient, {
    queryKey: callKey(key),
    queryFn: () => api(key, { loading: false, inline: true }),
  }).subscribe(({ data }) => {
    if (data) listener(data.result + data.bonus + data.cashier + data.system)
  })

const show = (count: number | undefined): void => {
  if (count === undefined) return
  // A badge is optional: a system may refuse it, silently.
  const asked = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  asked.catch(() => undefined)
}
