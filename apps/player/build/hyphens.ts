import { createRequire } from 'node:module'
import type { TextLanguage } from '@palpite/contract/languages'

type Patterns = {
  hyphenateSync: (text: string, how: { hyphenChar: string; minWordLength: number }) => string
}

const require = createRequire(import.meta.url) // the package says nothing of its types

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

/** Whether words of a language are long and may be parted: not in Vietnamese, nor in the scripts that part anywhere. */
export const isHyphenated = (language: string): boolean => language in patterns

/**
 * The words of these texts that may be parted, each once in small letters, with a hyphen where: `aus-zah-lung`. By the
 * patterns of TeX, which browsers use as well, where they have those of the language. None of fewer than six letters.
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
