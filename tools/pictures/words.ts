import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TextLanguage } from '@palpite/contract/languages'

type Texts = Readonly<Record<string, string>>

const apps = resolve(import.meta.dirname, '../../apps')

/** All player texts in a language by key, server messages included. */
export const textsOf = (language: TextLanguage): Texts => {
  const locale = join(apps, 'player/src/locales', language)
  const files = readdirSync(locale).filter((file) => file.endsWith('.json'))
  const messages = join(apps, 'server/src/messages/texts', `${language}.json`)
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
  return Object.assign(read(messages) as Texts, ...files.map((file) => read(join(locale, file)))) as Texts
}

const first = textsOf('pt-BR')

/** A message's placeholders at any depth match any words. */
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

const asPattern = (message: string, gap = '.*'): string =>
  withGaps(message)
    .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
    .replaceAll('\u0000', gap)

/** A button's name in a language, by its Portuguese name: texts with the same key, which must be unique. */
export function nameIn(language: TextLanguage, name: string | RegExp): RegExp {
  const bears = (text: string) =>
    typeof name === 'string'
      ? text === name
      : name.test(withGaps(text).replaceAll('\u0000', 'R$\u00a0100,00'))
  const texts = textsOf(language)
  const keys = Object.keys(first).filter((key) => bears(first[key] ?? ''))
  if (keys.length === 0) throw new Error(`no text reads ${String(name)}`)
  const { source } = typeof name === 'string' ? { source: `^${asPattern(name)}$` } : name
  if (language === 'pt-BR') return new RegExp(source)
  // A name with an amount is not one that starts alike without it.
  const gap = source.includes('100,00') ? String.raw`.*\d.*` : '.*'
  const patterns = keys
    .map((key) => asPattern(texts[key] ?? '', gap))
    .filter((pattern) => /[^.*\s\\d]/.test(pattern))
  const begin = source.startsWith('^') ? '^' : ''
  const end = source.endsWith('$') ? '$' : ''
  return new RegExp(`${begin}(?:${[...new Set(patterns)].join('|')})${end}`)
}
