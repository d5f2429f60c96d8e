import { files } from 'virtual:shell-files'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { servedAddresses } from './addresses.ts'
import { readPush } from './read-push.ts'
import { isOfTexts, TEXTS_CACHE } from './texts-cache.ts'
import { TAKE_OVER } from './take-over.ts'

/** What is used of the worker's own scope: its types and those of a page do not go together. */
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

// The files that every screen is made of, so that a page never visited opens without a connection. Nothing else is
// kept: no answer of a call, and nothing is sent later than the player sent it.
precacheAndRoute([...files])
cleanupOutdatedCaches()
// Texts of the player's language, where it is not the one kept beforehand.
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
// A new version waits until the player asks for it: under an open page its files would not fit.
scope.addEventListener('message', ({ data }) => void (data === TAKE_OVER && scope.skipWaiting()))

// A message that the player wants to be told of by push; pressed, it leads to what it is about.
scope.addEventListener('push', (event) => {
  const { title, text, link } = readPush(event.data?.text())
  const shown = scope.registration.showNotification(title, {
    body: text,
    icon: '/icon-192.png', // no browser draws an SVG here
    data: link,
  })
  event.waitUntil(shown.then(markIcon).catch(() => undefined))
})
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(lead(String(event.notification.data)))
})

/** Without a count: only the app knows it, and shows it where it is looked at. */
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
