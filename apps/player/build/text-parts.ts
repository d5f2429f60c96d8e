import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The one package whose modules name texts of the app: what markets are called, which the back office says as well. */
const marketWords = '@palpite/odds/market-words'
const marketWordsFile = join(import.meta.dirname, '../../../packages/odds/src/market-words.ts')

const staticImport =
  /^(?:import|export)\s(?!type\b)(?:[^;'"]*?from\s+)?'(\.[^']+|@palpite\/odds\/market-words)'/gm

/** What is fetched for home or the shell itself, a little later: without the texts of other screens. */
const partOfHome = /(?:lazilyAtHome|lazy)\(\s*\(\) =>\s*import\('(\.[^']+)'\)/g

const dynamicImport = /\bimport\('(\.[^']+)'\)/g

/** What is fetched with texts of its own: a page, a sheet, a part of one. */
const lazyModule = /\blazily(?:<[^>]*>)?\(\s*\(\) =>\s*import\('(\.[^']+)'\)/g

const textKey = /'([a-z]+(?:\.[A-Za-z0-9]+){2,3})'/g

/** The modules that these imports in a module lead to. */
const importedBy = (file: string, ...kinds: readonly RegExp[]): string[] => {
  const source = readFileSync(file, 'utf8')
  return kinds
    .flatMap((kind) =>
      [...source.matchAll(kind)].map(([, path = '']) =>
        path === marketWords ? marketWordsFile : join(dirname(file), path),
      ),
    )
    .filter((path) => /\.tsx?$/.test(path) && existsSync(path))
}

/** The modules that come with the first page: all that an entry imports, and what they import, but not when asked. */
export const modulesOf = (entry: string): string[] => {
  const reached = new Set([entry])
  for (const file of reached)
    for (const imported of importedBy(file, staticImport, partOfHome)) reached.add(imported)
  return [...reached]
}

const keysNamedIn = (files: readonly string[]): string[] =>
  files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(textKey)].map(([, key = '']) => key))

/** The part of the texts that a module has its lazy parts fetched with: `lazilyIn('games')`, or what all of them share. */
const partNamedIn = (file: string): string =>
  /\blazilyIn\('(\w+)'\)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'common'

/** Each module under a folder that is fetched with texts of its own, and the part of them that comes with it. */
export const lazyModules = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => join(folder, name))
      .flatMap((file) =>
        importedBy(file, lazyModule).map((module): [string, string] => [module, partNamedIn(file)]),
      ),
  )

/** What a module may show without fetching more texts: itself, and all it leads to up to what is fetched with texts of its own. */
const shownBy = (module: string, lazy: ReadonlyMap<string, string>): string[] => {
  const reached = new Set([module])
  for (const file of reached)
    for (const imported of [
      ...importedBy(file, staticImport),
      ...importedBy(file, dynamicImport).filter((path) => !lazy.has(path)),
    ])
      reached.add(imported)
  return [...reached]
}

/** What draws pages at build; nobody fetches it. */
const drawing = 'app/draw-pages.tsx'

/**
 * The part of the texts in which a key stands: `first`, where the first page names it; a feature's own, where its lazy
 * modules alone name it; `drawn`, which no page fetches, where only what draws pages names it; `common`, which comes with each
 * of the lazy ones, for all else.
 */
export const textParts = (entry: string): ((key: string) => string) => {
  const first = new Set(keysNamedIn(modulesOf(entry)))
  const lazy = lazyModules(dirname(entry))
  const drawn = new Set(keysNamedIn([join(dirname(entry), drawing)].filter((file) => existsSync(file))))
  const users = new Map<string, Set<string>>()
  for (const [module, part] of [...lazy, [entry, 'common'] as const])
    for (const key of keysNamedIn(shownBy(module, lazy)))
      users.set(key, (users.get(key) ?? new Set()).add(part))
  return (key) => {
    if (first.has(key)) return 'first'
    const [part = drawn.has(key) ? 'drawn' : 'common', ...others] = users.get(key) ?? []
    return others.length === 0 ? part : 'common'
  }
}
