import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { hyphenatedWords, isHyphenated } from './hyphens.ts'
import { textParts } from './text-parts.ts'

const prefix = 'virtual:texts/'

type Texts = Record<string, string>

/** All texts of a language by key, from its locale files. Throws if two files share a key. */
export const readTexts = (localesFolder: string, language: string): Texts => {
  const texts: Texts = {}
  for (const file of localeFiles(localesFolder, language)) {
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Texts)) {
      if (key in texts) throw new Error(`text ${key} stands in two files of ${language}`)
      texts[key] = text
    }
  }
  return texts
}

const localeFiles = (localesFolder: string, language: string): string[] => {
  const folder = join(localesFolder, language)
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name))
}

/** A language's texts as shown: missing ones in English; a test reports them. */
const shownTexts = (localesFolder: string, language: string): Texts => {
  const own = readTexts(localesFolder, language)
  return language === 'pt-BR' ? own : { ...readTexts(localesFolder, 'en'), ...own }
}

const compiled = (texts: Texts, isWanted: (key: string) => boolean): string => {
  const messages = Object.entries(texts)
    .filter(([key]) => isWanted(key))
    .map(([key, text]) => [key, compileMessageOrThrow(text)])
  return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(messages)))})`
}

/** All words of a language, including its help pages. */
const hyphensOf = (localesFolder: string, language: string): string[] => {
  const help = join(localesFolder, language, 'help')
  const pages = existsSync(help)
    ? readdirSync(help).map((name) => readFileSync(join(help, name), 'utf8'))
    : []
  return hyphenatedWords(language, [...Object.values(shownTexts(localesFolder, language)), ...pages])
}

type Places = { locales: string; entry: string }

/**
 * Vite plugin: `virtual:texts/<language>/first` has the compiled texts of the first page; it links to the other parts,
 * one per feature and one shared, and to the hyphenated words, `/hyphens`.
 */
export const texts = ({ locales, entry }: Places): Plugin => {
  const partOf = textParts(entry)
  return {
    name: 'palpite-texts',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const [language = '', part] = id.slice(prefix.length + 1).split('/')
      for (const file of localeFiles(locales, language)) this.addWatchFile(file)
      const shown = shownTexts(locales, language)
      if (part === 'hyphens')
        return `export const words = ${JSON.stringify(hyphensOf(locales, language).join(' '))}.split(' ')`
      const code = compiled(shown, (key) => partOf(key) === part)
      if (part !== 'first') return code
      const others = [...new Set(Object.keys(shown).map(partOf))].filter((other) => other !== 'first').sort()
      const ways = others.map((other) => `${other}: () => import('${prefix}${language}/${other}')`)
      const hyphens = isHyphenated(language) ? `() => import('${prefix}${language}/hyphens')` : 'undefined'
      return `${code}\nexport const rest = { ${ways.join(', ')} }\nexport const hyphens = ${hyphens}`
    },
  }
}
