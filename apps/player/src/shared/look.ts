import { languageOf, languageTable } from '@palpite/contract/languages'
import { type Look, readLook, writeLook } from '@palpite/contract/look'
import { create } from 'zustand'
import { manifestHref } from './manifest-href.ts'
import { deviceKeys } from './device-keys.ts'

/** Whether text is so large that rows stack and long words are hyphenated. */
export const isLarge = ({ textPercent }: Pick<Look, 'textPercent'>): boolean => textPercent >= 150

/**
 * Kept in a cookie: logging out empties the local storage (SPEC §4), and a player must not lose large text. `theme.js`
 * reads the same cookie before the first paint.
 */
const cookieName = deviceKeys.look
const yearSeconds = 31_536_000

export const useLook = create<Look>(() => readLook(typeof document === 'undefined' ? '' : document.cookie))

/** Changes display settings, at once and for later visits. */
export const changeLook = (change: Partial<Look>): void => {
  useLook.setState(change)
  const look = useLook.getState()
  document.cookie = `${cookieName}=${writeLook(look)}; path=/; max-age=${yearSeconds}; samesite=lax`
  applyLook(look)
}

/**
 * On a first visit the language comes from the address (`?lang`, as search engines link), else the browser, else
 * Portuguese. It is not stored until the player chooses.
 */
export const followBrowserLanguage = (): void => {
  if (hasChosenLanguage()) return
  const asked = new URLSearchParams(location.search).get('lang') ?? ''
  useLook.setState({ language: languageOf([asked, ...navigator.languages]) ?? 'pt-BR' })
}

/**
 * Whether the player chose a language on this device, or changed another display setting, which stores the
 * language with it.
 */
export const hasChosenLanguage = (): boolean => /(?:^|; )look=[^;]*\blanguage=/.test(document.cookie)

/** Follows the system's theme if the player chose so. */
export const followSystemTheme = (): void =>
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => applyLook(useLook.getState()))

/** Applies the display settings to the page, with the attributes `theme.js` sets before the first paint. */
export const applyLook = ({ theme, textPercent, motion, language }: Look): void => {
  const root = document.documentElement
  const wantsLight =
    theme === 'light' || (theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  root.dataset['theme'] = wantsLight ? 'light' : 'dark'
  root.dataset['motion'] = motion
  root.dataset['text'] = isLarge({ textPercent }) ? 'big' : 'plain'
  if (root.lang !== language) root.lang = language // even an equal value restyles the whole page
  root.style.setProperty('--ts-user', String(textPercent / 100))
  const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
  const href = manifestHref(languageTable[language].texts)
  if (manifest && manifest.getAttribute('href') !== href) manifest.href = href // reread only if it changed
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', wantsLight ? '#F4F2F8' : '#0D0A14')
}
