import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { textLanguages } from '@palpite/contract/languages'
import type { Plugin } from 'vite'
import type { Doubt, LanguageTexts, TextEntry } from '../src/features/translations/player-text.ts'

const asked = 'virtual:player-texts'

/** Where texts are (`*` is a language), and the code that uses them. */
const sources = {
  app: { files: 'apps/player/src/locales/*', code: ['apps/player/src', 'packages/odds/src'] },
  offline: { files: 'apps/player/src/locales/*/offline/page.json', code: ['apps/player/build'] },
  refusals: { files: 'packages/contract/src/locales/*.json', code: ['packages/contract/src'] },
  mails: { files: 'apps/server/src/identity/texts/*.json', code: ['apps/server/src/identity'] },
  messages: { files: 'apps/server/src/messages/texts/*.json', code: ['apps/server/src'] },
  notices: { files: 'apps/server/src/realtime/texts/*.json', code: ['apps/server/src/realtime'] },
  payPage: {
    files: 'apps/server/src/cashier/pay-page/texts/*.json',
    code: ['apps/server/src/cashier/pay-page'],
  },
  statements: { files: 'apps/server/src/profile/texts/*.json', code: ['apps/server/src/profile'] },
  studio: { files: 'apps/studio/web/texts/*.json', code: ['apps/studio/web', 'apps/studio/src'] },
} as const satisfies Record<string, { files: string; code: readonly string[] }>

/**
 * A text over 40 % longer than the Portuguese one may not fit; texts of one or two words often are, and do not count.
 */
const LONG_TIMES = 1.4
const SHORT_LETTERS = 20

/** The faults of a language's text, beside the Portuguese one. */
export function doubtOf(portuguese: string, text: string | undefined): Doubt | undefined {
  if (text === undefined || text.trim() === '') return 'missing'
  if (valuesOf(portuguese).join(' ') !== valuesOf(text).join(' ')) return 'values'
  const isLong = text.length > SHORT_LETTERS && text.length > portuguese.length * LONG_TIMES
  return isLong ? 'long' : undefined
}

/** The placeholders of a message, anywhere in it. */
export function valuesOf(text: string): string[] {
  const found = new Set<string>()
  const walk = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens as unknown[]) {
      if (!Array.isArray(token)) continue
      const [name, , forms] = token as [string, unknown, unknown]
      // A plural form refers to its count as `#`.
      if (name !== '#') found.add(name)
      if (typeof forms === 'object' && forms !== null) Object.values(forms).forEach(walk)
    }
  }
  walk(compileMessageOrThrow(text))
  return [...found].toSorted()
}

type Source = keyof typeof sources
const sourceNames = Object.keys(sources) as Source[]

/** A source's texts in a language; of a folder those of all its files. */
function textsOf(root: string, source: Source, language: string): Record<string, string> {
  const place = join(root, sources[source].files.replace('*', language))
  if (!existsSync(place)) return {}
  const files = place.endsWith('.json')
    ? [place]
    : readdirSync(place)
        .filter((name) => name.endsWith('.json'))
        .map((name) => join(place, name))
  const texts = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  return Object.assign({}, ...texts) as Record<string, string>
}

/** The modules that use each of these keys. */
function usesOf(root: string, source: Source, keys: ReadonlySet<string>): Map<string, string[]> {
  const uses = new Map<string, string[]>()
  const folders: readonly string[] = sources[source].code
  const modules = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  )
  for (const name of modules.toSorted()) {
    const said = readFileSync(join(root, name), 'utf8').matchAll(/['"`]([a-zA-Z][\w.-]*)['"`]|\b(\w+):/g)
    for (const key of new Set([...said].map(([, quoted, named]) => quoted ?? named ?? '')))
      if (keys.has(key)) uses.set(key, [...(uses.get(key) ?? []), name])
  }
  return uses
}

const idOf = (source: Source, key: string): string => `${source}: ${key}`

/** Every player text in source order, with its modules. */
export const readEntries = (root: string): TextEntry[] =>
  sourceNames.flatMap((source) => {
    const texts = textsOf(root, source, 'pt-BR')
    const uses = usesOf(root, source, new Set(Object.keys(texts)))
    return Object.entries(texts).map(([key, text]) => ({
      key: idOf(source, key),
      source,
      values: valuesOf(text),
      usedIn: uses.get(key) ?? [],
    }))
  })

/** All texts of a language with their faults. */
export function readLanguage(root: string, language: string): LanguageTexts {
  const texts: Record<string, string> = {}
  const doubts: Record<string, Doubt> = {}
  for (const source of sourceNames) {
    const own = textsOf(root, source, language)
    for (const [key, portuguese] of Object.entries(textsOf(root, source, 'pt-BR'))) {
      const text = own[key]
      const doubt = doubtOf(portuguese, text)
      if (text !== undefined) texts[idOf(source, key)] = text
      if (doubt) doubts[idOf(source, key)] = doubt
    }
  }
  return { texts, doubts }
}

const parsed = (value: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`

/** Vite plugin: `virtual:player-texts` lists every player text as of the build, and loads languages on request. */
export const playerTexts = (root: string): Plugin => ({
  name: 'palpite-player-texts',
  resolveId: (id) => (id === asked || id.startsWith(`${asked}/`) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${asked}`) {
      const readers = textLanguages.map((each) => `${JSON.stringify(each)}: () => import('${asked}/${each}')`)
      return `export const entries = ${parsed(readEntries(root))}\nexport const languages = {${readers.join(', ')}}`
    }
    if (!id.startsWith(`\0${asked}/`)) return undefined
    return `export const { texts, doubts } = ${parsed(readLanguage(root, id.slice(asked.length + 2)))}`
  },
})
