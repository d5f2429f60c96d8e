import { entryNotes } from '../../shared/history-state.ts'
import { useLook } from '../../shared/look.ts'
import { go } from '../../shared/navigation.ts'
import { openOverlayName } from '../../shared/overlays.ts'
import { useToken } from '../../shared/session.ts'
import { readWish, appChannelOf, type Told, type Wrapped } from './messages.ts'

/** The event of a wrapper that cannot answer on a port. */
const SAID = 'palpite-app'

/**
 * Connects the page with its app wrapper (docs/wrapper.md): reports the address and the theme, handles its back button
 * and deep links, and uses its sharing and badge where the web view lacks them.
 */
export const joinWrapper = (): void => {
  const wrapped = window as Wrapped
  const tell = appChannelOf(wrapped)
  if (!tell) return
  const hear = (said: unknown) => answer(said, tell)
  if (wrapped.palpiteApp) wrapped.palpiteApp.onmessage = ({ data }) => hear(data)
  window.addEventListener(SAID, (event) => hear((event as CustomEvent<unknown>).detail))
  lend(tell)
  tell({ type: 'hello', ...currentLook(), isLoggedIn: useToken.getState().token !== '', path: pathNow() })
  sendChanges(tell)
}

const pathNow = (): string => location.pathname + location.search

const currentLook = () => ({
  language: useLook.getState().language,
  theme: document.documentElement.dataset['theme'] === 'light' ? ('light' as const) : ('dark' as const),
})

function sendChanges(tell: (message: Told) => void): void {
  let path = pathNow()
  const sendPath = () => {
    if (path === pathNow()) return
    path = pathNow()
    tell({ type: 'screen', path })
  }
  // The router emits events for the two navigations that browsers do not report.
  for (const name of ['popstate', 'pushState', 'replaceState']) window.addEventListener(name, sendPath)
  useToken.subscribe(({ token }, before) => {
    if ((token === '') !== (before.token === '')) tell({ type: 'session', isLoggedIn: token !== '' })
  })
  new MutationObserver(() => tell({ type: 'look', ...currentLook() })).observe(document.documentElement, {
    attributeFilter: ['data-theme', 'lang'],
  })
}

/** Handles a wrapper's message. Its back button closes an overlay, else goes back in the app. */
export function answer(said: unknown, tell: (message: Told) => void): void {
  const wish = readWish(said)
  if (wish?.type === 'go') go(wish.path)
  if (wish?.type !== 'back') return
  const handled = openOverlayName() !== undefined || entryNotes().inner === true
  if (handled) history.back()
  tell({ type: 'back', handled })
}

/** Features a web view may lack and the wrapper has: sharing and a badge. */
function lend(tell: (message: Told) => void): void {
  const give = (name: string, value: (input: never) => Promise<void>) => {
    if (!(name in navigator)) Object.defineProperty(navigator, name, { value, configurable: true })
  }
  give('share', async ({ title = '', text = '', url = '' }: ShareData) =>
    tell({ type: 'share', title, text, url }),
  )
  give('setAppBadge', async (count: number) => tell({ type: 'badge', count }))
  give('clearAppBadge', async () => tell({ type: 'badge', count: 0 }))
}
