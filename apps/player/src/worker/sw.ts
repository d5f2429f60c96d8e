import { files } from 'virtual:shell-files'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { servedAddresses } from './addresses.ts'
import { readPush } from './read-push.ts'
import { isOfTexts, TEXTS_CACHE } from './texts-cache.ts'
import { TAKE_OVER } from './take-over.ts'

/** The part of the worker's scope in use: TypeScript's types of a worker and of a page exclude each other. */
type Scope = {
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (which: { type: 'window' }) => Promise<readonly PageClient[]>
    openWindow: (address: string) => Promise<unknown>
  }
  /** The badge on the app's icon; not every system has one. */
  navigator: { setAppBadge?: () => Promise<void> }
  registration: {
    showNotification: (title: string, more: { body: string; icon: string; data: string }) => Promise<void>
  }
  addEventListener: ((type: 'message', listener: (event: { data: unknown }) => void) => void) &
    ((type: 'activate', listener: (event: { waitUntil: (work: Promise<void>) => void }) => void) => void) &
    ((type: 'push', listener: (event: PushEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: PressEvent) => void) => void)
}
type PageClient = {
  visibilityState: 'visible' | 'hidden'
  focus: () => Promise<PageClient>
  navigate: (address: string) => Promise<unknown>
}
type PushEvent = { data: { text: () => string } | null; waitUntil: (work: Promise<void>) => void }
type PressEvent = {
  notification: { data: unknown; close: () => void }
  waitUntil: (work: Promise<void>) => void
}
const scope = self as unknown as Scope

// Precaches the files of all screens, so that a page never visited opens without a connection. Nothing else
// is cached: no answer of a call, and no call is sent later than the player made it.
precacheAndRoute([...files])
cleanupOutdatedCaches()
// Texts of the player's language, if it is not the precached one.
registerRoute(
  ({ url }) => isOfTexts(url),
  async ({ request }) => {
    const kept = await caches.open(TEXTS_CACHE)
    const known = await kept.match(request)
    if (known) return known
    const answer = await fetch(request)
    if (answer.ok) await kept.put(request, answer.clone())
    return answer
  },
)
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [...servedAddresses] }))

scope.addEventListener('activate', (event) =>
  event.waitUntil(caches.delete(TEXTS_CACHE).then(() => scope.clients.claim())),
)
// A new version waits until the player accepts it: its files would not fit the open page.
scope.addEventListener('message', ({ data }) => void (data === TAKE_OVER && scope.skipWaiting()))

// Shows a pushed message; pressing it opens what it is about.
scope.addEventListener('push', (event) => {
  const { title, text, link } = readPush(event.data?.text())
  const shown = scope.registration.showNotification(title, {
    body: text,
    icon: '/icon-192.png', // no browser renders an SVG here
    data: link,
  })
  event.waitUntil(shown.then(markIcon).catch(() => undefined))
})
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(lead(String(event.notification.data)))
})

/** Marks the icon without a count: only the app knows the count, and a visible app shows it itself. */
const markIcon = async (): Promise<void> => {
  const pages = await scope.clients.matchAll({ type: 'window' })
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  await scope.navigator.setAppBadge?.()
}

const lead = async (link: string): Promise<void> => {
  const [page] = await scope.clients.matchAll({ type: 'window' })
  if (page) await (await page.focus()).navigate(link)
  else await scope.clients.openWindow(link)
}
