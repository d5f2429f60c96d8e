import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const prefix = 'virtual:texts/'

type Part = 'first' | 'rest' | 'all'

/** All texts of a language, by key, as its locale files hold them. Throws when two files share a key. */
export const readTexts = (
  localesFolder: string,
  language: string,
  part: Part = 'all',
): Record<string, string> => {
  const texts: Record<string, string> = {}
  for (const file of localeFiles(localesFolder, language, part)) {
    for (const [key, text] of Object.entries(
      JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>,
    )) {
      if (key in texts) throw new Error(`text ${key} stands in two files of ${language}`)
      texts[key] = text
    }
  }
  return texts
}

/** Files whose texts the first page needs; those of the features come with the first of their screens. */
const firstFiles = ['app.json', 'home.json']

const localeFiles = (localesFolder: string, language: string, part: Part = 'all'): string[] =>
  readdirSync(join(localesFolder, language))
    .filter(
      (name) =>
        name.endsWith('.json') && (part === 'all' || (part === 'first') === firstFiles.includes(name)),
    )
    .map((name) => join(localesFolder, language, name))

/**
 * Vite plugin: `virtual:texts/<language>/first` and `/rest` are the catalogues of a language, their ICU messages
 * compiled.
 */
export const texts = (localesFolder: string): Plugin => ({
  name: 'palpite-texts',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${prefix}`)) return undefined
    const [language = '', part] = id.slice(prefix.length + 1).split('/')
    for (const file of localeFiles(localesFolder, language)) this.addWatchFile(file)
    const read = readTexts(localesFolder, language, part === 'first' ? 'first' : 'rest')
    const compiled = Object.entries(read).map(([key, text]) => [key, compileMessageOrThrow(text)])
    return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))})`
  },
})
