import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Tree } from './files.ts'

type Texts = Readonly<Record<string, string>>

/** Languages that lack a text or placeholder; refusals without a text. */
export const untidyTexts = (tree: Tree, refusalCodes: readonly string[]): string[] => [
  ...unequalLanguages(localesIn(tree, 'apps/player/src/locales')),
  ...unequalLanguages(localesIn(tree, 'apps/backoffice/src/texts')),
  ...unequalLanguages(localesIn(tree, 'packages/contract/src/locales')),
  ...silentRefusals(localesIn(tree, 'packages/contract/src/locales'), refusalCodes),
]

/** Every language's texts in a folder, as one file or one folder per language. */
export function localesIn(tree: Tree, folder: string): ReadonlyMap<string, Texts> {
  const locales = new Map<string, Record<string, string>>()
  for (const [file, text] of tree) {
    if (!file.startsWith(`${folder}/`) || !file.endsWith('.json')) continue
    const [language = '', part = ''] = file
      .slice(folder.length + 1)
      .replace(/\.json$/, '')
      .split('/')
    const texts = locales.get(language) ?? {}
    for (const [key, value] of flatten(JSON.parse(text), part)) texts[key] = value
    locales.set(language, texts)
  }
  return locales
}

function flatten(value: unknown, key: string): [string, string][] {
  if (value === null || typeof value !== 'object') return [[key, String(value)]]
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    flatten(inner, key ? `${key}.${name}` : name),
  )
}

function unequalLanguages(locales: ReadonlyMap<string, Texts>): string[] {
  const keys = new Set([...locales.values()].flatMap((texts) => Object.keys(texts)))
  return [...keys].flatMap((key) => {
    const silent = [...locales].filter(([, texts]) => !texts[key]?.trim()).map(([language]) => language)
    if (silent.length) return [`${key}: no text in ${silent.join(', ')}`]
    const forms = [
      ...new Set([...locales.values()].map((texts) => placeholdersOf(texts[key] ?? '').join(' '))),
    ]
    return forms.length > 1
      ? [`${key}: other placeholders from language to language (${forms.join(' / ')})`]
      : []
  })
}

/** The placeholders by alphabet, those inside of others' branches too. */
export const placeholdersOf = (text: string): string[] =>
  [...new Set(text.includes('{') ? namesIn(compileMessageOrThrow(text)) : [])].sort((a, b) =>
    a < b ? -1 : 1,
  )

/** A compiled text: pieces, and placeholders as name, format and branches. */
type Compiled = ReturnType<typeof compileMessageOrThrow>

const namesIn = (compiled: Compiled): string[] =>
  compiled.flatMap((piece) => {
    if (typeof piece === 'string') return []
    const [name, , branches] = piece
    const inside = branches && typeof branches === 'object' ? Object.values(branches) : []
    return [name, ...inside.flatMap((branch) => (Array.isArray(branch) ? namesIn(branch as Compiled) : []))]
  })

const silentRefusals = (locales: ReadonlyMap<string, Texts>, codes: readonly string[]): string[] =>
  codes.flatMap((code) =>
    [...locales].flatMap(([language, texts]) =>
      texts[code] ? [] : [`refusal ${code}: no text in ${language}`],
    ),
  )
