import { type Language, type Look, readLook, writeLook } from '@palpite/contract/look'
import { create } from 'zustand'

/** From here on rows stack to make room. */
const bigTextPercent = 150
export const languages = ['pt-BR', 'en'] as const satisfies readonly Language[]

/**
 * Kept in a cookie, not in local storage: logging out empties the local storage (SPEC §4), and a player must
 * not lose large text by logging out. `public/theme.js` reads the same cookie before the first paint.
 */
const cookieName = 'look'
const yearSeconds = 31_536_000

export const useLook = create<Look>(() => readLook(typeof document === 'undefined' ? '' : document.cookie))

/** Changes some of the look, at once and for the next visits. */
export const changeLook = (change: Partial<Look>): void => {
  useLook.setState(change)
  const look = useLook.getState()
  document.cookie = `${cookieName}=${writeLook(look)}; path=/; max-age=${yearSeconds}; samesite=lax`
  applyLook(look)
}

/** Follows the system's own theme, for those who leave the choice to it. */
export const followSystemTheme = (): void =>
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => applyLook(useLook.getState()))

/** Puts the look on the page; the same marks `public/theme.js` sets before the first paint. */
export const applyLook = ({ theme, textPercent, motion, language }: Look): void => {
  const root = document.documentElement
  const wantsLight =
    theme === 'light' || (theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  root.dataset['theme'] = wantsLight ? 'light' : 'dark'
  root.dataset['motion'] = motion
  root.dataset['text'] = textPercent >= bigTextPercent ? 'big' : 'plain'
  root.lang = language
  root.style.setProperty('--ts-user', String(textPercent / 100))
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', wantsLight ? '#F4F2F8' : '#0D0A14')
}
