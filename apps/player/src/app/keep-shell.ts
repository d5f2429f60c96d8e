import { TAKE_OVER } from '../worker/take-over.ts'
import { isOfTexts, TEXTS_CACHE } from '../worker/texts-cache.ts'
import { useLook } from '../shared/look.ts'
import { loadAllTexts } from '../shared/text/text.ts'
import { offerWaitingVersion } from './waiting-version.ts'

/** The browser looks for a new version at each navigation, which an app of one page hardly has. */
const checkAgainMs = 3_600_000

/**
 * Has the worker keep the app's own files, so that it opens without a connection, and offers each new version. Fails
 * where the browser allows no worker; the app works without.
 */
export const keepShell = async (): Promise<void> => {
  const { serviceWorker } = navigator
  let hadWorker = serviceWorker.controller !== null
  let isTaking = false
  serviceWorker.addEventListener('controllerchange', () => {
    if (isTaking) location.reload()
    // Another tab took it: the files of this one are gone, but when to reload is its player's to say.
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
  await keepTexts().catch(() => undefined) // a full disk keeps nothing; the app works without
}

/** A worker clears the texts of the version before as it comes: what is kept sooner would go with them. */
const hasControl = async (container: ServiceWorkerContainer): Promise<void> => {
  if (container.controller) return
  await new Promise((controlled) =>
    container.addEventListener('controllerchange', controlled, { once: true }),
  )
}

/**
 * Texts of the language in use, also those of screens that were not open yet: without a connection they are read as well.
 * Those of the first language the worker keeps beforehand.
 */
const keepTexts = async (): Promise<void> => {
  if (useLook.getState().language !== 'pt-BR') await loadAllTexts()
  const read = performance.getEntriesByType('resource').filter(({ name }) => isOfTexts(new URL(name)))
  await (await caches.open(TEXTS_CACHE)).addAll(read.map(({ name }) => name))
}
