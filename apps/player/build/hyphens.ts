import { createRequire } from 'node:module'
import type { TextLanguage } from '@palpite/contract/languages'

type Patterns = {
  hyphenateSync: (text: string, how: { hyphenChar: string; minWordLength: number }) => string
}

const require = createRequire(import.meta.url) // the package has no types

const patterns: Readonly<Partial<Record<TextLanguage, () => Patterns>>> = {
  'pt-BR': () => require('hyphen/pt') as Patterns,
  en: () => require('hyphen/en-us') as Patterns,
  id: () => require('hyphen/id') as Patterns,
  ru: () => require('hyphen/ru') as Patterns,
  de: () => require('hyphen/de') as Patterns,
  es: () => require('hyphen/es') as Patterns,
  fr: () => require('hyphen/fr') as Patterns,
  it: () => require('hyphen/it') as Patterns,
  hi: () => require('hyphen/hi') as Patterns,
}

/** Whether a language has long words to hyphenate: not Vietnamese, nor scripts that break anywhere. */
export const isHyphenated = (language: string): boolean => language in patterns

/**
 * The hyphenatable words of these texts, in lower case with hyphens: `aus-zah-lung`. Uses the TeX patterns, as
 * browsers do. At least six letters.
 */
export const hyphenatedWords = (language: string, texts: readonly string[]): string[] => {
  const { hyphenateSync } = patterns[language as TextLanguage]?.() ?? {}
  if (hyphenateSync === undefined) return []
  const words = new Set(
    texts
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{M}]{6,}/gu),
  )
  return [...words]
    .map((word) => hyphenateSync(word, { hyphenChar: '-', minWordLength: 6 }))
    .filter((word) => word.includes('-'))
    .sort()
}
