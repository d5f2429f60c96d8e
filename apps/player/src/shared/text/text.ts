import { setupI18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import type { Language } from '@palpite/contract/look'
import { changeLook, useLook } from '../look.ts'
import type { TextKey } from './keys.ts'

export type TextValues = Readonly<Record<string, string | number>>

const i18n = setupI18n({})

/**
 * The texts of a language, compiled at build, in two chunks: what home needs, and what the rooms need. Only the
 * language in use is fetched.
 */
const catalogues = {
  'pt-BR': {
    first: () => import('virtual:texts/pt-BR/first'),
    rest: () => import('virtual:texts/pt-BR/rest'),
  },
  en: { first: () => import('virtual:texts/en/first'), rest: () => import('virtual:texts/en/rest') },
} as const

/** Fetches the first texts of a language and speaks it from then on. */
export const loadLanguage = async (language: Language): Promise<void> => {
  const { messages } = await catalogues[language].first()
  i18n.load(language, messages)
  i18n.activate(language)
}

/** Fetches the texts of the rooms in the language in use; what is there already is not fetched again. */
export const loadRoomTexts = async (language: Language = useLook.getState().language): Promise<void> => {
  const { messages } = await catalogues[language].rest()
  i18n.load(language, messages)
}

/** Changes the language of the app, for this device. */
export const changeLanguage = async (language: Language): Promise<void> => {
  await loadRoomTexts(language)
  await loadLanguage(language)
  changeLook({ language })
}

/** The text of a key, outside React. Inside, `useText` follows a change of language. */
export const text = (key: TextKey, values?: TextValues): string => i18n._(key, values)

const onChange = (listener: () => void) => i18n.on('change', listener)

const spoken = (): string => i18n.locale

/** Gives `t(key, values)` in the language in use. */
export const useText = (): typeof text => {
  useSyncExternalStore(onChange, spoken, spoken)
  return text
}

/** The language in use, for `Intl`. */
export const useLanguage = (): Language => useLook((look) => look.language)
