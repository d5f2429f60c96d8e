import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TextLanguage } from '@palpite/contract/languages'

type Texts = Readonly<Record<string, string>>

const locales = resolve(import.meta.dirname, '../../apps/player/src/locales')

/** All texts of the player app in a language, by their keys. */
const textsOf = (language: TextLanguage): Texts =>
  Object.assign(
    {},
    ...readdirSync(join(locales, language))
      .filter((file) => file.endsWith('.json'))
      .map((file): unknown => JSON.parse(readFileSync(join(locales, language, file), 'utf8'))),
  ) as Texts

const first = textsOf('pt-BR')

/** Gaps of a message, however deep, become any words. */
const withGaps = (message: string): string => {
  let depth = 0
  let words = ''
  for (const letter of message) {
    if (letter === '{') {
      if (depth === 0) words += '\u0000'
      depth += 1
    } else if (letter === '}') depth -= 1
    else if (depth === 0) words += letter
  }
  return words
}

const asPattern = (message: string): string =>
  withGaps(message)
    .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
    .replaceAll('\u0000', '.*')

/** What a button with this Portuguese name is called in a language: texts with the same key. */
export function nameIn(language: TextLanguage, name: string | RegExp): RegExp {
  const bears = (text: string) =>
    typeof name === 'string'
      ? text === name
      : name.test(withGaps(text).replaceAll('\u0000', 'R$\u00a0100,00'))
  const texts = textsOf(language)
  const keys = Object.keys(first).filter((key) => bears(first[key] ?? ''))
  const isExact = typeof name === 'string'
  if (language === 'pt-BR') {
    return typeof name === 'string' ? new RegExp(`^${asPattern(name)}$`) : name
  }
  const patterns = keys.map((key) => asPattern(texts[key] ?? '')).filter((pattern) => /[^.*\s]/.test(pattern))
  return new RegExp(`^(?:${[...new Set(patterns)].join('|')})${isExact ? '$' : ''}`)
}
