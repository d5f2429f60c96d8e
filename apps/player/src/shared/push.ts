import type { Calls } from '@palpite/contract'
import { useToken } from './session.ts'

export type Subscription = Calls['POST /api/app/messages/subscribe']['body']

/** Whether this browser supports push; on an iPhone only the installed app does. */
export const canReceivePushes = (): boolean =>
  typeof navigator !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in globalThis

/** This browser's push subscription; undefined without one. */
const current = async (): Promise<PushSubscription | undefined> => {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** Whether this browser is subscribed. */
export const receivesPushes = async (): Promise<boolean> =>
  canReceivePushes() && (await current()) !== undefined

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

/** Unsubscribes this browser; returns the endpoint for the server to delete. */
export const leavePushes = async (): Promise<string | undefined> => {
  if (!canReceivePushes()) return undefined
  const subscribed = await current()
  await subscribed?.unsubscribe()
  return subscribed?.endpoint
}

/**
 * Unsubscribes this browser after its player left, however that happened, online or offline: also while the app was
 * closed, and when another player's session replaced theirs.
 */
export const keepPushesToSession = (): void => {
  const leave = (): void => void leavePushes().catch(() => undefined) // the server deletes the endpoint anyway
  if (useToken.getState().token === '') leave()
  useToken.subscribe(({ token }, before) => {
    if (before.token !== '' && token !== before.token) leave()
  })
}
