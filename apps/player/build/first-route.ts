import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

type Chunk = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'code' | 'imports' | 'isEntry' | 'facadeModuleId' | 'moduleIds'
>

/** A chunk and its static imports, each once. */
export const withImports = (chunks: readonly Chunk[], starts: readonly Chunk[]): Chunk[] => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set(starts)
  for (const chunk of reached) {
    for (const name of chunk.imports) {
      const imported = byName.get(name)
      if (imported) reached.add(imported)
    }
  }
  return [...reached]
}

/** JavaScript bytes, gzipped per file as the server sends them. */
export const gzipBytes = (chunks: readonly Chunk[]): number =>
  chunks.reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0)

type Budget = {
  /** Modules whose chunks the first route also loads: the lazy page, texts. If several match, the largest counts. */
  alsoFetched: readonly RegExp[]
  maxBytes: number
}

/** Vite plugin: fails the build if a visitor's first page needs more JavaScript than allowed. */
export const firstRouteBudget = ({ alsoFetched, maxBytes }: Budget): Plugin => ({
  name: 'palpite-first-route',
  apply: 'build',
  generateBundle: {
    order: 'post', // Vite adds each page's file names to the entry
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const biggest = (module: RegExp): Chunk[] =>
        chunks
          .filter((chunk) => chunk.moduleIds.some((id) => module.test(id)))
          .toSorted((a, b) => gzipBytes([b]) - gzipBytes([a]))
          .slice(0, 1)
      const fetched = [...chunks.filter((chunk) => chunk.isEntry), ...alsoFetched.flatMap(biggest)]
      const missing = alsoFetched.filter((module) => biggest(module).length === 0)
      if (missing.length > 0)
        this.error(`no chunk holds ${missing.join(', ')}: the first-route check would measure nothing`)
      const needed = withImports(chunks, fetched)
      const bytes = gzipBytes(needed)
      const summary = `first route: ${(bytes / 1000).toFixed(2)} kB of JavaScript gzipped in ${needed.length} files, at most ${maxBytes / 1000} kB`
      if (bytes > maxBytes) this.error(summary)
      process.stdout.write(`\n${summary}\n`)
    },
  },
})
