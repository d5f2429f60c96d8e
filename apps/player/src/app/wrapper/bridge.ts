import { entryNotes } from '../../shared/history-state.ts'
import { useLook } from '../../shared/look.ts'
import { go } from '../../shared/navigation.ts'
import { openOverlayName } from '../../shared/overlays.ts'
import { useToken } from '../../shared/session.ts'
import { readWrapperMessage, appChannelOf, type Reported, type Wrapped } from './messages.ts'

/** The event of a wrapper that cannot answer on a port. */
const WRAPPER_EVENT = 'palpite-app'

/**
 * Connects the page with its app wrapper (docs/wrapper.md): reports the address and the theme, handles its back button
 * and deep links, and uses its sharing and badge where the web view lacks them.
 */
export const joinWrapper = (): void => {
  const wrapped = window as Wrapped
  const report = appChannelOf(wrapped)
  if (!report) return
  const receive = (received: unknown) => answer(received, report)
  if (wrapped.palpiteApp) wrapped.palpiteApp.onmessage = ({ data }) => receive(data)
  window.addEventListener(WRAPPER_EVENT, (event) => receive((event as CustomEvent<unknown>).detail))
  provideFeatures(report)
  report({ type: 'hello', ...currentLook(), isLoggedIn: useToken.getState().token !== '', path: pathNow() })
  sendChanges(report)
}

const pathNow = (): string => location.pathname + location.search

const currentLook = () => ({
  language: useLook.getState().language,
  theme: document.documentElement.dataset['theme'] === 'light' ? ('light' as const) : ('dark' as const),
})

function sendChanges(report: (message: Reported) => void): void {
  let path = pathNow()
  const sendPath = () => {
    if (path === pathNow()) return
    path = pathNow()
    report({ type: 'screen', path })
  }
  // The router emits events for the two navigations that browsers do not report.
  for (const name of ['popstate', 'pushState', 'replaceState']) window.addEventListener(name, sendPath)
  useToken.subscribe(({ token }, before) => {
    if ((token === '') !== (before.token === '')) report({ type: 'session', isLoggedIn: token !== '' })
  })
  new MutationObserver(() => report({ type: 'look', ...currentLook() })).observe(document.documentElement, {
    attributeFilter: ['data-theme', 'lang'],
  })
}

/** Handles a wrapper's message. Its back button closes an overlay, else goes back in the app. */
export function answer(received: unknown, report: (message: Reported) => void): void {
  const message = readWrapperMessage(received)
  if (message?.type === 'go') go(message.path)
  if (message?.type !== 'back') return
  const handled = openOverlayName() !== undefined || entryNotes().inner === true
  if (handled) history.back()
  report({ type: 'back', handled })
}

/** Features a web view may lack and the wrapper has: sharing and a badge. */
function provideFeatures(report: (message: Reported) => void): void {
  const give = (name: string, value: (input: never) => Promise<void>) => {
    if (!(name in navigator)) Object.defineProperty(navigator, name, { value, configurable: true })
  }
  give('share', async ({ title = '', text = '', url = '' }: ShareData) =>
    report({ type: 'share', title, text, url }),
  )
  give('setAppBadge', async (count: number) => report({ type: 'badge', count }))
  give('clearAppBadge', async () => report({ type: 'badge', count: 0 }))
}
