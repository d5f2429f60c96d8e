import { type Messages, setupI18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import { type Language, languageTable, type TextLanguage } from '@palpite/contract/languages'
import { applyLook, changeLook, useLook } from '../look.ts'
import type { TextKey } from './keys.ts'

export type TextValues = Readonly<Record<string, string | number>>

const i18n = setupI18n({})

type Catalogue = { messages: Messages; rest: (() => Promise<{ messages: Messages }>) | undefined }

/**
 * The texts of a language, compiled at build, in two chunks: what home needs, and what the other screens need, whose address
 * stands in the first. Only the language in use is fetched.
 */
const catalogues: Readonly<Record<TextLanguage, () => Promise<Catalogue>>> = {
  'pt-BR': () => import('virtual:texts/pt-BR/first'),
  en: () => import('virtual:texts/en/first'),
  id: () => import('virtual:texts/id/first'),
  vi: () => import('virtual:texts/vi/first'),
  ja: () => import('virtual:texts/ja/first'),
  ko: () => import('virtual:texts/ko/first'),
  'zh-CN': () => import('virtual:texts/zh-CN/first'),
  ru: () => import('virtual:texts/ru/first'),
  de: () => import('virtual:texts/de/first'),
  es: () => import('virtual:texts/es/first'),
  fr: () => import('virtual:texts/fr/first'),
  it: () => import('virtual:texts/it/first'),
  hi: () => import('virtual:texts/hi/first'),
  th: () => import('virtual:texts/th/first'),
}

type Part = 'first' | 'rest'

/** Fetches a part of the texts of a language, once; with the first part the app speaks it from then on. */
export const loadTexts = async (
  part: Part,
  language: Language = useLook.getState().language,
): Promise<void> => {
  const first = await catalogues[languageTable[language].texts]()
  const { messages } = part === 'rest' && first.rest ? await first.rest() : first
  i18n.load(language, messages)
  if (part === 'first') i18n.activate(language)
}

/** Changes the language of the app, for this device. */
export const changeLanguage = async (language: Language): Promise<void> => {
  await loadAll(language)
  changeLook({ language })
}

/** Speaks a language without noting that somebody chose it. */
export const speak = async (language: Language): Promise<void> => {
  await loadAll(language)
  useLook.setState({ language })
  applyLook(useLook.getState())
}

const loadAll = async (language: Language): Promise<void> => {
  await loadTexts('rest', language)
  await loadTexts('first', language)
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

const languageNow = (): Language => useLook.getState().language

/** The language in use, for `Intl`; also where pages are drawn beforehand, for which a store answers what it began with. */
export const useLanguage = (): Language => useSyncExternalStore(useLook.subscribe, languageNow, languageNow)
