import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const prefix = 'virtual:texts/'

/** All texts of a language, by key, as its locale files hold them. Throws when two files share a key. */
export const readTexts = (localesFolder: string, language: string): Record<string, string> => {
  const texts: Record<string, string> = {}
  for (const file of localeFiles(localesFolder, language)) {
    for (const [key, text] of Object.entries(
      JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>,
    )) {
      if (key in texts) throw new Error(`text ${key} stands in two files of ${language}`)
      texts[key] = text
    }
  }
  return texts
}

const localeFiles = (localesFolder: string, language: string): string[] =>
  readdirSync(join(localesFolder, language))
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(localesFolder, language, name))

/** Vite plugin: `virtual:texts/<language>` is the catalogue of a language, its ICU messages compiled. */
export const texts = (localesFolder: string): Plugin => ({
  name: 'palpite-texts',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${prefix}`)) return undefined
    const language = id.slice(prefix.length + 1)
    for (const file of localeFiles(localesFolder, language)) this.addWatchFile(file)
    const compiled = Object.entries(readTexts(localesFolder, language)).map(([key, text]) => [
      key,
      compileMessageOrThrow(text),
    ])
    return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))})`
  },
})
