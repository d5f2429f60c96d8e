import { destinationOf } from './arrival.ts'
import { prefetchMatches } from './home/LiveNow.tsx'
import { hasPage, pageOf } from './registry.ts'

/** So long the page in sight waits for what it asks for; after that the app stands, and says itself that it is on its way. */
const ANSWERED_WITHIN_MS = 3000

/**
 * Fetches the page of this address where it is in sight already, drawn by the build: the app takes its place once it can
 * draw the same, with the answers that it shows first, and shows no outline in between. Anywhere else the app comes first,
 * and its page as soon as it can.
 */
export const preloadDrawnPage = async (): Promise<void> => {
  // A player does not see what is drawn beforehand.
  if (!document.querySelector('[data-drawn]') || 'known' in document.documentElement.dataset) return
  const destination = destinationOf(location.pathname, false, hasPage)
  // Home is the shell's own; its matches are in sight where the server has filled their places, at the addresses that lead to
  // it too.
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
