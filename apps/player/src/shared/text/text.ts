import { type Messages as CompiledMessages, setupI18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import { type Language, languageTable, type TextLanguage } from '@palpite/contract/languages'
import type { Look } from '@palpite/contract/look'
import { applyLook, changeLook, isLarge, useLook } from '../look.ts'
import type { TextKey } from './keys.ts'

export type TextValues = Readonly<Record<string, string | number>>

const i18n = setupI18n({})

type Messages = { messages: CompiledMessages }

type Catalogue = Messages & {
  rest: Readonly<Record<string, () => Promise<Messages>>> | undefined
  hyphens: (() => Promise<{ words: readonly string[] }>) | undefined
}

/**
 * The texts of a language, compiled at build, in a chunk for what home needs and one for each feature, whose addresses stand
 * in the first. Only what the screens in use need is fetched, in the language in use.
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

/** A part of the texts: what the first page says, screens of several features, pages only as they are built, and those of one feature. */
export type TextPart =
  | 'first'
  | 'common'
  | 'drawn'
  | 'account'
  | 'app'
  | 'games'
  | 'messages'
  | 'rewards'
  | 'sportsbook'
  | 'wallet'

/** Fetches a part of the texts of a language, once, that of a feature with what all share; with the first part the app speaks it from then on. */
export const loadTexts = async (
  part: TextPart,
  language: Language = useLook.getState().language,
): Promise<void> => {
  const first = await catalogues[languageTable[language].texts]()
  const names = part === 'first' ? [] : [...new Set(['common', part])]
  const others = await Promise.all(names.map(async (name) => first.rest?.[name]?.()))
  for (const { messages } of [first, ...others.filter((other) => other !== undefined)])
    i18n.load(language, messages)
  if (part === 'first') i18n.activate(language)
}

/** Fetches all texts of a language, and speaks it from then on: what is open may be of any feature. */
export const loadAllTexts = async (language: Language = useLook.getState().language): Promise<void> => {
  const { rest } = await catalogues[languageTable[language].texts]()
  const others = await Promise.all(Object.values(rest ?? {}).map((load) => load()))
  for (const { messages } of others) i18n.load(language, messages)
  await loadTexts('first', language)
}

/** Changes the language of the app, for this device. */
export const changeLanguage = async (language: Language): Promise<void> => {
  await loadAllTexts(language)
  changeLook({ language })
}

/** Speaks a language without noting that somebody chose it. */
export const speak = async (language: Language): Promise<void> => {
  await loadAllTexts(language)
  useLook.setState({ language })
  applyLook(useLook.getState())
}

/** What is done to words in large text, and for which language. */
let hyphenation: { language: Language | undefined; apply: (words: string) => string } = {
  language: undefined,
  apply: (words) => words,
}

/**
 * In large text long words are parted with a hyphen, for on a phone a line has room for some ten letters. Browsers have
 * patterns for some languages only, so the build parts the words; who reads plain text fetches none of that.
 */
export const hyphenateLargeText = async (look: Look = useLook.getState()): Promise<void> => {
  const language = isLarge(look) ? look.language : undefined
  if (hyphenation.language === language) return
  const { hyphens } = language === undefined ? {} : await catalogues[languageTable[language].texts]()
  const [words, { hyphenator }] = await Promise.all([hyphens?.(), import('./hyphenate.ts')])
  hyphenation = { language, apply: hyphenator(words?.words ?? []) }
  i18n.activate(i18n.locale)
}
// Lost on the way, words break without.
useLook.subscribe((look) => void hyphenateLargeText(look).catch(() => undefined))

/** The text of a key, outside React. Inside, `useText` follows a change of language. */
export const text = (key: TextKey, values?: TextValues): string => hyphenation.apply(i18n._(key, values))

const onChange = (listener: () => void) => i18n.on('change', listener)

const spoken = (): string => `${i18n.locale} ${hyphenation.language}`

/** Gives `t(key, values)` in the language in use. */
export const useText = (): typeof text => {
  useSyncExternalStore(onChange, spoken, spoken)
  return text
}

const languageNow = (): Language => useLook.getState().language

/** The language in use, for `Intl`; also where pages are drawn beforehand, for which a store answers what it began with. */
export const useLanguage = (): Language => useSyncExternalStore(useLook.subscribe, languageNow, languageNow)
