import { QueryObserver } from '@tanstack/react-query'
import { api } from '../shared/api/api.ts'
import { callKey } from '../shared/api/use-call.ts'
import { queryClient } from '../shared/query.ts'
import { useToken } from '../shared/session.ts'

const key = 'GET /api/app/messages/unread'

/**
 * Shows how many messages wait on the icon of the installed app, on any page and for as long as there is a session, where
 * the device has such a badge. Looked at again, the app shows the count anew: the worker marks pushes without one.
 */
export const keepAppBadge = (): void => {
  if (!('setAppBadge' in navigator)) return
  let count: number | undefined
  let leave = () => {}
  const follow = (token: string): void => {
    leave()
    if (token === '') return show((count = 0)) // also where the session ended while the app was closed
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

/** Asks how many messages are not read, now and whenever that changes. Answers how to stop. */
const observeUnread = (listener: (count: number) => void): (() => void) =>
  new QueryObserver(queryClient, {
    queryKey: callKey(key),
    queryFn: () => api(key, { loading: false, inline: true }),
  }).subscribe(({ data }) => {
    if (data) listener(data.result + data.bonus + data.cashier + data.system)
  })

const show = (count: number | undefined): void => {
  if (count === undefined) return
  // A badge is an extra: a system that shows none may refuse it, and nobody is told.
  const asked = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  asked.catch(() => undefined)
}
