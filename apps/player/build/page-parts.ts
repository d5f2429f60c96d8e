import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Rolldown } from 'vite'
import { withImports } from './first-route.ts'

const registered = /(\w+): lazily\(\s*\(\) =>\s*import\('(\.[^']+)'\)/g

/** The module of each page by screen name, as the features register them in these files. */
export const pageModules = (files: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(registered)].map(
        ([, name = '', path = '']): [string, string] => [name, join(dirname(file), path)],
      ),
    ),
  )

/** The files that register pages. */
export const registeringFiles = (root: string): string[] => [
  join(root, 'src/app/features.ts'),
  ...readdirSync(join(root, 'src/features')).map((name) => join(root, 'src/features', name, 'index.ts')),
]

/** A page's files beyond the shared ones: scripts and styles. */
export type PageParts = { scripts: readonly string[]; styles: readonly string[] }

/** The files of this module's page. Throws if the build has none: the page would have no style. */
export const partsOf = (bundle: Rolldown.OutputBundle, module: string): PageParts => {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const page = chunks.find(({ moduleIds }) => moduleIds.includes(module))
  if (!page) throw new Error(`no chunk holds ${module}`)
  const first = new Set(
    withImports(
      chunks,
      chunks.filter(({ isEntry }) => isEntry),
    ),
  )
  const own = withImports(chunks, [page]).filter((chunk) => !first.has(chunk))
  return {
    scripts: own.map(({ fileName }) => fileName),
    styles: [...new Set(own.flatMap(stylesOf))],
  }
}

/** Vite's notes on a chunk beyond the bundler's: imported styles. */
const stylesOf = (chunk: object): string[] => {
  const { viteMetadata } = chunk as { viteMetadata?: { importedCss: ReadonlySet<string> } }
  return [...(viteMetadata?.importedCss ?? [])]
}
