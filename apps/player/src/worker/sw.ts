import { files } from 'virtual:shell-files'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { servedAddresses } from './addresses.ts'
import { TAKE_OVER } from './take-over.ts'

/** What is used of the worker's own scope: its types and those of a page do not go together. */
type Scope = {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: ((type: 'message', listener: (event: { data: unknown }) => void) => void) &
    ((type: 'activate', listener: (event: { waitUntil: (work: Promise<void>) => void }) => void) => void)
}
const scope = self as unknown as Scope

// The files that every screen is made of, so that a page never visited opens without a connection. Nothing else is
// kept: no answer of a call, and nothing is sent later than the player sent it.
precacheAndRoute([...files])
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [...servedAddresses] }))

scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
// A new version waits until the player asks for it: under an open page its files would not fit.
scope.addEventListener('message', ({ data }) => void (data === TAKE_OVER && scope.skipWaiting()))
