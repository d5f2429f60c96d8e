import type { Language } from '@palpite/contract/languages'

/** The protocol version. A wrapper ignores versions it does not know. */
const VERSION = 1

/** Messages to the wrapper. The session token is never included. */
export type Reported =
  | { type: 'hello'; language: Language; theme: 'dark' | 'light'; isLoggedIn: boolean; path: string }
  | { type: 'screen'; path: string }
  | { type: 'look'; language: Language; theme: 'dark' | 'light' }
  | { type: 'session'; isLoggedIn: boolean }
  | { type: 'back'; handled: boolean }
  | { type: 'share'; title: string; text: string; url: string }
  | { type: 'badge'; count: number }

/** Messages from the wrapper. */
export type WrapperMessage = { type: 'back' } | { type: 'go'; path: string }

/** A message as the wrapper receives it. */
const written = (message: Reported): string => JSON.stringify({ v: VERSION, ...message })

/** A valid wrapper message: an address must be an app path, never external. */
export const readWrapperMessage = (received: unknown): WrapperMessage | undefined => {
  if (typeof received !== 'string') return undefined
  try {
    const { v, type, path } = JSON.parse(received) as Record<string, unknown>
    if (v !== VERSION) return undefined
    if (type === 'back') return { type }
    if (type === 'go' && typeof path === 'string' && /^\/(?![/\\])/.test(path)) return { type, path }
    return undefined
  } catch {
    return undefined
  }
}

type Listener = { postMessage: (message: string) => void; onmessage?: (event: { data: unknown }) => void }

/** The wrapper's objects: Android's listener for one origin, or WebKit's handler, both named `palpiteApp`. */
export type Wrapped = {
  palpiteApp?: Listener
  webkit?: { messageHandlers?: { palpiteApp?: { postMessage: (message: string) => void } } }
}

/** Returns the function that sends to the wrapper; undefined without a listening one. */
export const appChannelOf = ({ palpiteApp, webkit }: Wrapped): ((message: Reported) => void) | undefined => {
  const port = palpiteApp ?? webkit?.messageHandlers?.palpiteApp
  return port && ((message) => port.postMessage(written(message)))
}
