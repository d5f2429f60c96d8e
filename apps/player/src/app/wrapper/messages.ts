import type { Language } from '@palpite/contract/languages'

/** The version of what is said here. A wrapper that reads another one ignores what it does not know. */
const VERSION = 1

/** What the page tells the wrapper. The session's token is never part of it. */
export type Told =
  | { type: 'hello'; language: Language; theme: 'dark' | 'light'; isLoggedIn: boolean; path: string }
  | { type: 'screen'; path: string }
  | { type: 'look'; language: Language; theme: 'dark' | 'light' }
  | { type: 'session'; isLoggedIn: boolean }
  | { type: 'back'; handled: boolean }
  | { type: 'share'; title: string; text: string; url: string }
  | { type: 'badge'; count: number }

/** What the page takes from the wrapper. */
export type Wish = { type: 'back' } | { type: 'go'; path: string }

/** A message as the wrapper gets it. */
const written = (message: Told): string => JSON.stringify({ v: VERSION, ...message })

/** What a wrapper says, if the page takes it: an address must be a path of the app, never of somebody else. */
export const readWish = (said: unknown): Wish | undefined => {
  if (typeof said !== 'string') return undefined
  try {
    const { v, type, path } = JSON.parse(said) as Record<string, unknown>
    if (v !== VERSION) return undefined
    if (type === 'back') return { type }
    if (type === 'go' && typeof path === 'string' && /^\/(?![/\\])/.test(path)) return { type, path }
    return undefined
  } catch {
    return undefined
  }
}

type Listening = { postMessage: (message: string) => void; onmessage?: (event: { data: unknown }) => void }

/** Where a wrapper puts itself: Android's listener for one origin, or WebKit's handler, both named `palpiteApp`. */
export type Wrapped = {
  palpiteApp?: Listening
  webkit?: { messageHandlers?: { palpiteApp?: { postMessage: (message: string) => void } } }
}

/** How to tell the wrapper something; nothing where the page stands in none that listens. */
export const appChannelOf = ({ palpiteApp, webkit }: Wrapped): ((message: Told) => void) | undefined => {
  const port = palpiteApp ?? webkit?.messageHandlers?.palpiteApp
  return port && ((message) => port.postMessage(written(message)))
}
