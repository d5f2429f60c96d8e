import { type Messages, setupI18n } from '@lingui/core'
import type { MarketKey } from '@palpite/odds/market-words'
import type keys from '../texts/pt-BR.json'
import { changeLook, type Language, useLook } from './look.ts'

/** Every text there is; a key that is in no catalogue does not compile. Markets are called what players read. */
export type TextKey = keyof typeof keys | MarketKey
export type TextValues = Readonly<Record<string, string | number>>

const i18n = setupI18n({})

const catalogues: Readonly<Record<Language, () => Promise<{ messages: Messages }>>> = {
  'pt-BR': () => import('virtual:texts/pt-BR'),
  en: () => import('virtual:texts/en'),
}

/** Fetches the texts of a language and speaks it from then on. */
export const speak = async (language: Language): Promise<void> => {
  const { messages } = await catalogues[language]()
  i18n.load(language, messages)
  i18n.activate(language)
}

/** Changes the language on this device, once its texts are there. */
export const changeLanguage = async (language: Language): Promise<void> => {
  await speak(language)
  changeLook({ language })
}

/** The text of a key, outside React. Inside, `useText` follows a change of language. */
export const text = (key: TextKey, values?: TextValues): string => i18n._(key, values)

/** Gives `t(key, values)` in the language in use. */
export const useText = (): typeof text => {
  useLook()
  return text
}
