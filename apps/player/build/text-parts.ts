import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The one package with app texts: market names, which the back office also uses. */
const marketWords = '@palpite/odds/market-words'
const marketWordsFile = join(import.meta.dirname, '../../../packages/odds/src/market-words.ts')

const staticImport =
  /^(?:import|export)\s(?!type\b)(?:[^;'"]*?from\s+)?'(\.[^']+|@palpite\/odds\/market-words)'/gm

/** Loaded later by home or the shell itself: without other screens' texts. */
const partOfHome = /(?:lazilyAtHome|lazy)\(\s*\(\) =>\s*import\('(\.[^']+)'\)/g

const dynamicImport = /\bimport\('(\.[^']+)'\)/g

/** Loaded with texts of its own: a page, a sheet, or a part of one. */
const lazyModule = /\blazily(?:<[^>]*>)?\(\s*\(\) =>\s*import\('(\.[^']+)'\)/g

const textKey = /'([a-z]+(?:\.[A-Za-z0-9]+){2,3})'/g

/** The modules that these imports resolve to. */
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

/** The first page's modules: the entry's static imports, transitively. */
export const modulesOf = (entry: string): string[] => {
  const reached = new Set([entry])
  for (const file of reached)
    for (const imported of importedBy(file, staticImport, partOfHome)) reached.add(imported)
  return [...reached]
}

const keysNamedIn = (files: readonly string[]): string[] =>
  files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(textKey)].map(([, key = '']) => key))

/** The text part of a module's lazy imports: `lazilyIn('games')`, or the shared one. */
const partNamedIn = (file: string): string =>
  /\blazilyIn\('(\w+)'\)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'common'

/** Each lazily loaded module under a folder, with its text part. */
export const lazyModules = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => join(folder, name))
      .flatMap((file) =>
        importedBy(file, lazyModule).map((module): [string, string] => [module, partNamedIn(file)]),
      ),
  )

/** Everything a module can render without loading more texts: its imports up to the next lazy part. */
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

/** Renders pages at build; never loaded by a browser. */
const drawing = 'app/draw-pages.tsx'

/**
 * The part of a text key: `first` if the first page uses it; a feature's own if only its lazy modules do; `drawn`
 * (never loaded) if only prerendering does; otherwise `common`, loaded with each lazy part.
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
