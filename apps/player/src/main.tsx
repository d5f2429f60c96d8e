import './app/app.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { features } from './app/features.ts'
import { preloadDrawnPage } from './app/preload-drawn-page.ts'
import { registerFeatures } from './app/registry.ts'
import { keepToPolicy } from './app/allowed-language.ts'
import { applyLook, followBrowserLanguage, followSystemTheme, isLarge, useLook } from './shared/look.ts'
import { keepInstallOffer } from './shared/install-offer.ts'
import { isInApp } from './shared/navigation.ts'
import { bindOverlaysToHistory } from './shared/overlays.ts'
import { hrefOf, screens } from './shared/paths.ts'
import { followOtherTabs } from './shared/session.ts'
import { hyphenateLargeText, loadTexts } from './shared/text/text.ts'

/** A bug, or a chunk that could not be fetched: React has taken the page away, so a fresh one says so, and knows where to go again. */
const leaveBroken = (): void => {
  const { pathname, search } = location
  if (pathname !== screens.error.path)
    location.replace(hrefOf('error', { code: 'app', from: pathname + search }))
}

const start = async (): Promise<void> => {
  keepInstallOffer(window) // first, because the browser makes its offer once
  bindOverlaysToHistory() // a step back while the texts are on their way is heard, too
  followBrowserLanguage()
  const look = useLook.getState()
  applyLook(look)
  followSystemTheme()
  // The first number or date that is written costs a browser 20 ms: spent while the texts are on their way.
  setTimeout(() => Intl.NumberFormat(look.language).format(1))
  registerFeatures(features)
  await Promise.all([
    loadTexts('first', look.language),
    isLarge(look) && hyphenateLargeText().catch(() => undefined),
    preloadDrawnPage(),
  ])
  followOtherTabs()
  const place = document.getElementById('app')
  if (!place) throw new Error('the page has no place for the app')
  void keepToPolicy().catch(() => undefined) // without a line there is nothing to keep to yet
  if (isInApp()) await import('./app/wrapper/bridge.ts').then(({ joinWrapper }) => joinWrapper())
  if (!navigator.onLine) await keepLastSeen() // before the first screen asks in vain
  const root = createRoot(place, { onUncaughtError: leaveBroken })
  // In slices: what is drawn beforehand stays until the app stands, and can be scrolled meanwhile.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

/** After everything else: the first visit needs no worker, only the next one without a connection does. */
const keepShellLater = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Where the browser allows no worker, or the line breaks meanwhile, the app works without.
  const keep = () => {
    void import('./app/keep-installed.ts').then(({ keepInstalled }) => keepInstalled()).catch(() => {})
    if (navigator.onLine) void keepLastSeen()
  }
  if (document.readyState === 'complete') keep()
  else window.addEventListener('load', keep, { once: true })
}

/** What was seen last is for another visit; a browser without a store has none. */
const keepLastSeen = (): Promise<void> =>
  Promise.all([import('./app/last-seen.ts'), import('./app/LastSeen.tsx')])
    .then(([seen]) => seen.keepLastSeen())
    .catch(() => undefined)

/** There are no texts to say it in: the page itself holds these words, in case. */
const showFailure = (error: unknown): never => {
  document.getElementById('failed')?.removeAttribute('hidden')
  throw error
}

void start().catch(showFailure)
keepShellLater()
