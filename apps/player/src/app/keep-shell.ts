import { TAKE_OVER } from '../worker/take-over.ts'
import { isOfTexts, TEXTS_CACHE } from '../worker/texts-cache.ts'
import { useLook } from '../shared/look.ts'
import { loadAllTexts } from '../shared/text/text.ts'
import { offerWaitingVersion } from './waiting-version.ts'

/** The browser checks for a new version on navigation, which a single-page app rarely has. */
const checkAgainMs = 3_600_000

/**
 * Registers the worker that caches the app's files for offline use, and offers each new version. Fails if the browser
 * allows no worker; the app works without.
 */
export const keepShell = async (): Promise<void> => {
  const { serviceWorker } = navigator
  let hadWorker = serviceWorker.controller !== null
  let isTaking = false
  serviceWorker.addEventListener('controllerchange', () => {
    if (isTaking) location.reload()
    // Another tab accepted it: this tab's files are gone, but its player decides when to reload.
    else if (hadWorker) offerWaitingVersion(() => location.reload())
    hadWorker = true
  })
  const registration = await serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' })
  const offerWaiting = () => {
    const { waiting } = registration
    if (!waiting || !hadWorker) return
    offerWaitingVersion(() => {
      isTaking = true
      waiting.postMessage(TAKE_OVER)
    })
  }
  offerWaiting()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', offerWaiting),
  )
  setInterval(() => void registration.update().catch(() => undefined), checkAgainMs)
  await hasControl(serviceWorker)
  await keepTexts().catch(() => undefined) // a full disk stores nothing; the app works without
}

/** A new worker clears the previous version's texts: anything stored before would be lost. */
const hasControl = async (container: ServiceWorkerContainer): Promise<void> => {
  if (container.controller) return
  await new Promise((controlled) =>
    container.addEventListener('controllerchange', controlled, { once: true }),
  )
}

/**
 * Caches the current language's texts, also of unopened screens, for offline use. The worker precaches the default
 * language.
 */
const keepTexts = async (): Promise<void> => {
  if (useLook.getState().language !== 'pt-BR') await loadAllTexts()
  const read = performance.getEntriesByType('resource').filter(({ name }) => isOfTexts(new URL(name)))
  await (await caches.open(TEXTS_CACHE)).addAll(read.map(({ name }) => name))
}
