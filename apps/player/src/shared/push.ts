import type { Calls } from '@palpite/contract'
import { useToken } from './session.ts'

export type Subscription = Calls['POST /api/app/messages/subscribe']['body']

/** Whether this browser can take pushes at all; on an iPhone only the installed app can. */
export const canTakePushes = (): boolean =>
  typeof navigator !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in globalThis

/** What this browser takes pushes by now; undefined where it takes none. */
const current = async (): Promise<PushSubscription | undefined> => {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** Whether this browser takes pushes now. */
export const takesPushes = async (): Promise<boolean> => canTakePushes() && (await current()) !== undefined

/**
 * Asks for the browser's permission and returns the push subscription; undefined if the player declines. Call it from a
 * button press: browsers ignore the request otherwise.
 */
export const subscribeToPushes = async (pushKey: string): Promise<Subscription | undefined> => {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const registration = await navigator.serviceWorker.ready
  const subscribed = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  })
  const { endpoint, keys } = subscribed.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : undefined
}

/** Takes no more pushes here; answers the address that is to be forgotten. */
export const leavePushes = async (): Promise<string | undefined> => {
  if (!canTakePushes()) return undefined
  const subscribed = await current()
  await subscribed?.unsubscribe()
  return subscribed?.endpoint
}

/**
 * Has this browser take no pushes that were for a player who left, however they did, and with or without a line to the
 * server: while the app was closed too, and where another player's session took the place of theirs.
 */
export const keepPushesToSession = (): void => {
  const leave = (): void => void leavePushes().catch(() => undefined) // the server forgets the address all the same
  if (useToken.getState().token === '') leave()
  useToken.subscribe(({ token }, before) => {
    if (before.token !== '' && token !== before.token) leave()
  })
}
