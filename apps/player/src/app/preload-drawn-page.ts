import { destinationOf } from './arrival.ts'
import { prefetchMatches } from './home/LiveNow.tsx'
import { hasPage, pageOf } from './registry.ts'

/** How long a prerendered page waits for its data; after that the app mounts and shows its loading state. */
const ANSWERED_WITHIN_MS = 3000

/**
 * If the address's page is already visible, prerendered, loads its code and first answers before the app replaces it,
 * so no placeholder appears in between. Otherwise the app mounts first and the page loads as it can.
 */
export const preloadDrawnPage = async (): Promise<void> => {
  // Players do not see prerendered content.
  if (!document.querySelector('[data-drawn]') || 'known' in document.documentElement.dataset) return
  const destination = destinationOf(location.pathname, false, hasPage)
  // Home belongs to the shell; its prerendered matches are visible where the server filled them, also at redirecting
  // addresses.
  const hasMatches = document.querySelector('[data-drawn] [data-matches]') !== null
  if (destination.kind !== 'screen' && !hasMatches) return
  const page = destination.kind === 'screen' ? pageOf(destination.screen.name) : undefined
  const prefetch =
    hasMatches || destination.kind !== 'screen'
      ? prefetchMatches()
      : page?.prefetch({ params: destination.screen.params })
  const late = new Promise<void>((done) => setTimeout(done, ANSWERED_WITHIN_MS))
  await Promise.all([page?.preload(), Promise.race([prefetch, late])])
}
