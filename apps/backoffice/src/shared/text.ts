import { type Messages, setupI18n } from '@lingui/core'
import type { MarketKey } from '@palpite/odds/market-words'
import type keys from '../texts/pt-BR.json'
import { changeLook, type Language, useLook } from './look.ts'

/** Every text key; an unknown key does not compile. Markets use the players' names. */
export type TextKey = keyof typeof keys | MarketKey
export type TextValues = Readonly<Record<string, string | number>>

const i18n = setupI18n({})

const catalogues: Readonly<Record<Language, () => Promise<{ messages: Messages }>>> = {
  'pt-BR': () => import('virtual:texts/pt-BR'),
  en: () => import('virtual:texts/en'),
}

/** Loads a language's texts and activates it. */
export const loadLanguage = async (language: Language): Promise<void> => {
  const { messages } = await catalogues[language]()
  i18n.load(language, messages)
  i18n.activate(language)
}

/** Changes this device's language, once its texts are loaded. */
export const changeLanguage = async (language: Language): Promise<void> => {
  await loadLanguage(language)
  changeLook({ language })
}

/** The text of a key, outside React. In components use `useText`. */
export const text = (key: TextKey, values?: TextValues): string => i18n._(key, values)

/** Provides `t(key, values)` in the current language. */
export const useText = (): typeof text => {
  useLook()
  return text
}
