import { useSyncExternalStore } from 'react'

export const languages = ['pt-BR', 'en'] as const
export type Language = (typeof languages)[number]
export type Theme = 'light' | 'dark'
export type Look = { theme: Theme; language: Language }

/** `public/look.js` reads the same before the first paint. */
const KEY = 'palpite-backoffice-look'

/** The stored theme and language; light and Portuguese by default. */
export function readLook(stored: string | null): Look {
  const read = parsed(stored)
  return {
    theme: read['theme'] === 'dark' ? 'dark' : 'light',
    language: languages.find((language) => language === read['language']) ?? 'pt-BR',
  }
}

function parsed(stored: string | null): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(stored ?? '{}')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {} // not ours, or truncated: use the default
  }
}

let look = readLook(localStorage.getItem(KEY))
const listeners = new Set<() => void>()

export const lookNow = (): Look => look

/** Changes theme or language, now and for later visits on this device. */
export function changeLook(change: Partial<Look>): void {
  look = { ...look, ...change }
  localStorage.setItem(KEY, JSON.stringify(look))
  document.documentElement.dataset['theme'] = look.theme
  document.documentElement.lang = look.language
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLook = (): Look => useSyncExternalStore(subscribe, lookNow)
