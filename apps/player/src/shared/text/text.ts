import { setupI18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import { changeLook, type Language, useLook } from '../look.ts'
import type { TextKey } from './keys.ts'

export type TextValues = Readonly<Record<string, string | number>>

const i18n = setupI18n({})

/** One chunk for each language, compiled at build; only the one in use is fetched. */
const catalogues = {
  'pt-BR': () => import('virtual:texts/pt-BR'),
  en: () => import('virtual:texts/en'),
} as const

/** Fetches the texts of a language and speaks it from then on. */
export const loadLanguage = async (language: Language): Promise<void> => {
  const { messages } = await catalogues[language]()
  i18n.loadAndActivate({ locale: language, messages })
}

/** Changes the language of the app, for this device. */
export const changeLanguage = async (language: Language): Promise<void> => {
  await loadLanguage(language)
  changeLook({ language })
}

/** The text of a key, outside React. Inside, `useText` follows a change of language. */
export const text = (key: TextKey, values?: TextValues): string => i18n._(key, values)

const onChange = (listener: () => void) => i18n.on('change', listener)

/** Gives `t(key, values)` in the language in use. */
export const useText = (): typeof text => {
  useSyncExternalStore(onChange, () => i18n.locale)
  return text
}

/** The language in use, for `Intl`. */
export const useLanguage = (): Language => useLook((look) => look.language)
