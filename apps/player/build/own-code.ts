import type { Plugin } from 'vite'
import { gzipBytes, withImports } from './first-route.ts'

type Budget = {
  /** Modules of the first route: what a page shares with them is not its own. */
  fetchedBefore: readonly RegExp[]
  /** The module of each measured page. */
  pages: readonly RegExp[]
  maxBytes: number
}

/** Vite plugin: fails the build if a page needs more JavaScript of its own than allowed, beyond the first route. */
export const ownCodeBudget = ({ fetchedBefore, pages, maxBytes }: Budget): Plugin => ({
  name: 'palpite-own-code',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const holds = (module: RegExp) =>
      chunks.filter(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
    const before = new Set(
      withImports(chunks, [...chunks.filter(({ isEntry }) => isEntry), ...fetchedBefore.flatMap(holds)]),
    )
    for (const page of pages) {
      const starts = holds(page)
      if (starts.length === 0) this.error(`no chunk holds ${page}: its check would measure nothing`)
      const bytes = gzipBytes(withImports(chunks, starts).filter((chunk) => !before.has(chunk)))
      const summary = `${page.source.replaceAll('\\', '')}: ${(bytes / 1000).toFixed(1)} kB of JavaScript of its own gzipped, at most ${maxBytes / 1000} kB`
      if (bytes > maxBytes) this.error(summary)
      process.stdout.write(`${summary}\n`)
    }
  },
})
