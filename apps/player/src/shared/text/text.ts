import { setupI18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import type { Language } from '@palpite/contract/look'
import { changeLook, useLook } from '../look.ts'
import type { TextKey } from './keys.ts'

export type TextValues = Readonly<Record<string, string | number>>

const i18n = setupI18n({})

/**
 * The texts of a language, compiled at build, in two chunks: what home needs, and what the other screens need. Only the
 * language in use is fetched.
 */
const catalogues = {
  'pt-BR': {
    first: () => import('virtual:texts/pt-BR/first'),
    rest: () => import('virtual:texts/pt-BR/rest'),
  },
  en: { first: () => import('virtual:texts/en/first'), rest: () => import('virtual:texts/en/rest') },
} as const

type Part = keyof (typeof catalogues)[Language]

/** Fetches a part of the texts of a language, once; with the first part the app speaks it from then on. */
export const loadTexts = async (
  part: Part,
  language: Language = useLook.getState().language,
): Promise<void> => {
  const { messages } = await catalogues[language][part]()
  i18n.load(language, messages)
  if (part === 'first') i18n.activate(language)
}

/** Changes the language of the app, for this device. */
export const changeLanguage = async (language: Language): Promise<void> => {
  await loadTexts('rest', language)
  await loadTexts('first', language)
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
