import { languageOf, languageTable } from '@palpite/contract/languages'
import { type Look, readLook, writeLook } from '@palpite/contract/look'
import { create } from 'zustand'
import { manifestHref } from './manifest-href.ts'
import { deviceKeys } from './device-keys.ts'

/** Whether text is so large that rows stack to make room, and long words are parted. */
export const isLarge = ({ textPercent }: Pick<Look, 'textPercent'>): boolean => textPercent >= 150

/**
 * Kept in a cookie, not in local storage: logging out empties the local storage (SPEC §4), and a player must
 * not lose large text by logging out. `theme.js` reads the same cookie before the first paint.
 */
const cookieName = deviceKeys.look
const yearSeconds = 31_536_000

export const useLook = create<Look>(() => readLook(typeof document === 'undefined' ? '' : document.cookie))

/** Changes some of the look, at once and for the next visits. */
export const changeLook = (change: Partial<Look>): void => {
  useLook.setState(change)
  const look = useLook.getState()
  document.cookie = `${cookieName}=${writeLook(look)}; path=/; max-age=${yearSeconds}; samesite=lax`
  applyLook(look)
}

/**
 * On a first visit the app speaks the language that the address asks for, as a search engine gives it out, else the
 * browser's, Portuguese where it speaks none of those. It is no choice yet: nothing is kept of it.
 */
export const followBrowserLanguage = (): void => {
  if (hasChosenLanguage()) return
  const asked = new URLSearchParams(location.search).get('lang') ?? ''
  useLook.setState({ language: languageOf([asked, ...navigator.languages]) ?? 'pt-BR' })
}

/** Whether the player chose a language on this device, or any other part of the look while it was spoken. */
export const hasChosenLanguage = (): boolean => /(?:^|; )look=[^;]*\blanguage=/.test(document.cookie)

/** Follows the system's own theme, for those who leave the choice to it. */
export const followSystemTheme = (): void =>
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => applyLook(useLook.getState()))

/** Puts the look on the page; the same marks `theme.js` sets before the first paint. */
export const applyLook = ({ theme, textPercent, motion, language }: Look): void => {
  const root = document.documentElement
  const wantsLight =
    theme === 'light' || (theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  root.dataset['theme'] = wantsLight ? 'light' : 'dark'
  root.dataset['motion'] = motion
  root.dataset['text'] = isLarge({ textPercent }) ? 'big' : 'plain'
  if (root.lang !== language) root.lang = language // even the same one lets the whole page be styled anew
  root.style.setProperty('--ts-user', String(textPercent / 100))
  const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
  const href = manifestHref(languageTable[language].texts)
  if (manifest && manifest.getAttribute('href') !== href) manifest.href = href // read again only where it is another
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', wantsLight ? '#F4F2F8' : '#0D0A14')
}
