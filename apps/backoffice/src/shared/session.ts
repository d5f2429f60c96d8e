import { useSyncExternalStore } from 'react'

/** Why nobody is signed in: never was, signed out, or ended by the server. */
export type Ending = 'none' | 'signed_out' | 'ended'

type Session = { token: string; ending: Ending }

/** The token lives as long as the tab: no cookie, so no other page can send it. */
const KEY = 'palpite-backoffice-token'

let session: Session = { token: sessionStorage.getItem(KEY) ?? '', ending: 'none' }
const listeners = new Set<() => void>()

function become(next: Session): void {
  session = next
  if (next.token === '') sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, next.token)
  for (const listener of listeners) listener()
}

/** The current token; empty without a session. */
export const tokenNow = (): string => session.token

export const beginSession = (token: string): void => become({ token, ending: 'none' })

/** Removes this token; a newer session stays. */
export const endSession = (token: string, ending: Ending): void => {
  if (session.token === token) become({ token: '', ending })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): Session => useSyncExternalStore(subscribe, () => session)
