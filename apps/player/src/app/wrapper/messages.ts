import type { Language } from '@palpite/contract/languages'

/** The protocol version. A wrapper ignores versions it does not know. */
const VERSION = 1

/** Messages to the wrapper. The session token is never included. */
export type Told =
  | { type: 'hello'; language: Language; theme: 'dark' | 'light'; isLoggedIn: boolean; path: string }
  | { type: 'screen'; path: string }
  | { type: 'look'; language: Language; theme: 'dark' | 'light' }
  | { type: 'session'; isLoggedIn: boolean }
  | { type: 'back'; handled: boolean }
  | { type: 'share'; title: string; text: string; url: string }
  | { type: 'badge'; count: number }

/** Messages from the wrapper. */
export type Wish = { type: 'back' } | { type: 'go'; path: string }

/** A message as the wrapper receives it. */
const written = (message: Told): string => JSON.stringify({ v: VERSION, ...message })

/** A valid wrapper message: an address must be an app path, never external. */
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

/** The wrapper's objects: Android's listener for one origin, or WebKit's handler, both named `palpiteApp`. */
export type Wrapped = {
  palpiteApp?: Listening
  webkit?: { messageHandlers?: { palpiteApp?: { postMessage: (message: string) => void } } }
}

/** Returns the function that sends to the wrapper; undefined without a listening one. */
export const appChannelOf = ({ palpiteApp, webkit }: Wrapped): ((message: Told) => void) | undefined => {
  const port = palpiteApp ?? webkit?.messageHandlers?.palpiteApp
  return port && ((message) => port.postMessage(written(message)))
}
