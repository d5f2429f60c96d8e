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

/**
 * After a bug or a lost chunk React has removed the page: the error page is loaded anew, with the address to
 * retry.
 */
const leaveBroken = (): void => {
  const { pathname, search } = location
  if (pathname !== screens.error.path)
    location.replace(hrefOf('error', { code: 'app', from: pathname + search }))
}

const start = async (): Promise<void> => {
  keepInstallOffer(window) // first, because the browser makes its offer once
  bindOverlaysToHistory() // before the texts are loaded, so that a step back meanwhile is handled too
  followBrowserLanguage()
  const look = useLook.getState()
  applyLook(look)
  followSystemTheme()
  // The first formatted number costs a browser 20 ms: spent while the texts load.
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
  void keepToPolicy().catch(() => undefined) // without a connection the policy is unknown, and the language stays
  if (isInApp()) await import('./app/wrapper/bridge.ts').then(({ joinWrapper }) => joinWrapper())
  if (!navigator.onLine) await keepLastSeen() // before the first screen's calls, which would fail
  const root = createRoot(place, { onUncaughtError: leaveBroken })
  // Rendered in slices: the prerendered page stays, and can be scrolled, until the app replaces it.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

/**
 * Registers the worker after everything else: the first visit does not need it, only a later one without a
 * connection.
 */
const keepShellLater = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // If the browser allows no worker, or the connection breaks meanwhile, the app works without it.
  const keep = () => {
    void import('./app/keep-installed.ts').then(({ keepInstalled }) => keepInstalled()).catch(() => {})
    if (navigator.onLine) void keepLastSeen()
  }
  if (document.readyState === 'complete') keep()
  else window.addEventListener('load', keep, { once: true })
}

/** Stores the last seen data for later visits; a browser without a store keeps none. */
const keepLastSeen = (): Promise<void> =>
  Promise.all([import('./app/last-seen.ts'), import('./app/LastSeen.tsx')])
    .then(([seen]) => seen.keepLastSeen())
    .catch(() => undefined)

/** The texts are not loaded, so the page's own markup contains the error message, hidden. */
const showFailure = (error: unknown): never => {
  document.getElementById('failed')?.removeAttribute('hidden')
  throw error
}

void start().catch(showFailure)
keepShellLater()
