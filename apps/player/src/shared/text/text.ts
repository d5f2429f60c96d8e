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
 * The compiled texts of a language: one chunk for home and one per feature, whose addresses are in the first. Only
 * chunks of visible screens in the current language are loaded.
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

/**
 * A part of the texts: first page, shared by several features, prerendered pages only, one feature, or lazy modules of
 * `shared/`.
 */
export type TextPart =
  | 'first'
  | 'common'
  | 'drawn'
  | 'account'
  | 'app'
  | 'games'
  | 'messages'
  | 'rewards'
  | 'shared'
  | 'sportsbook'
  | 'wallet'

/**
 * Loads a part of a language's texts once, a feature's together with the shared ones; the first part activates the
 * language.
 */
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

/** Loads all texts of a language and activates it: open screens may belong to any feature. */
export const loadAllTexts = async (language: Language = useLook.getState().language): Promise<void> => {
  const { rest } = await catalogues[languageTable[language].texts]()
  const others = await Promise.all(Object.values(rest ?? {}).map((load) => load()))
  for (const { messages } of others) i18n.load(language, messages)
  await loadTexts('first', language)
}

/** Changes this device's language. */
export const changeLanguage = async (language: Language): Promise<void> => {
  await loadAllTexts(language)
  changeLook({ language })
}

/** Activates a language without recording a choice. */
export const loadLanguage = async (language: Language): Promise<void> => {
  await loadAllTexts(language)
  useLook.setState({ language })
  applyLook(useLook.getState())
}

/** How large text is hyphenated, and for which language. */
let hyphenation: { language: Language | undefined; apply: (words: string) => string } = {
  language: undefined,
  apply: (words) => words,
}

/**
 * In large text long words are hyphenated, because a phone line has room for some ten letters. Browsers have patterns
 * for some languages only, so the build computes them; normal text loads none.
 */
export const hyphenateLargeText = async (look: Look = useLook.getState()): Promise<void> => {
  const language = isLarge(look) ? look.language : undefined
  if (hyphenation.language === language) return
  const { hyphens } = language === undefined ? {} : await catalogues[languageTable[language].texts]()
  const [words, { hyphenator }] = await Promise.all([hyphens?.(), import('./hyphenate.ts')])
  hyphenation = { language, apply: hyphenator(words?.words ?? []) }
  i18n.activate(i18n.locale)
}
// If the chunk is lost, words break without hyphens.
useLook.subscribe((look) => void hyphenateLargeText(look).catch(() => undefined))

/** The text of a key, outside React. In components use `useText`, which follows the language. */
export const text = (key: TextKey, values?: TextValues): string => hyphenation.apply(i18n._(key, values))

const onChange = (listener: () => void) => i18n.on('change', listener)

const spoken = (): string => `${i18n.locale} ${hyphenation.language}`

/** Provides `t(key, values)` in the current language. */
export const useText = (): typeof text => {
  useSyncExternalStore(onChange, spoken, spoken)
  return text
}

const languageNow = (): Language => useLook.getState().language

/** The current language for `Intl`; when prerendering, the store's initial state. */
export const useLanguage = (): Language => useSyncExternalStore(useLook.subscribe, languageNow, languageNow)
