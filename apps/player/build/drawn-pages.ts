import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build, type Plugin } from 'vite'
import type { DrawnPage } from '../src/app/draw-pages.tsx'
import { leanOf } from './inline-script.ts'

/** Text between tags, or in an attribute. */
const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * What is drawn beforehand answers nothing yet: a press or a letter before the script has come would be lost, so
 * buttons wait and fields are closed until then. Links lead on by themselves.
 */
const waiting = (markup: string): string =>
  markup.replaceAll('<button ', '<button inert="" ').replaceAll('<input ', '<input disabled="" ')

/**
 * The page with its style in it, so that the first paint of what is drawn waits for one answer and not for two. The
 * server allows it by its hash.
 */
export const withStyle = (page: string, read: (address: string) => string): string => {
  const link = /<link rel="stylesheet" crossorigin href="([^"]+)">/
  if (!link.test(page)) throw new Error('the page has no style')
  // Addresses in it are from the root, so they hold here as well.
  return page.replace(link, (_, address: string) => `<style>${read(address)}</style>`)
}

/** The page with its scripts named only: the small one in it asks for them when the page is painted. */
export const withScriptsAfterPaint = (page: string, begin: string): string => {
  const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/
  const part = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g
  if (!script.test(page) || !page.includes('</body>')) throw new Error('the page has no script')
  return page
    .replace(script, '<meta name="app" content="$1">')
    .replaceAll(part, '<meta name="app-part" content="$1">')
    .replace('</body>', () => `<script>\n${begin}\n</script>\n  </body>`)
}

/** The app's page with one drawn in it. */
export const pageWith = (shell: string, { title, description, markup, about }: DrawnPage): string => {
  const data = about
    ? `\n    <script type="application/ld+json">${JSON.stringify(about).replaceAll('<', '\\u003c')}</script>`
    : ''
  const parts: readonly [RegExp, string][] = [
    [/<title>[^<]*<\/title>/, `<title>${escaped(title)}</title>${data}`],
    [
      /(<meta name="description" content=)"[^"]*"/,
      `<meta name="description" content="${escaped(description)}"`,
    ],
    [/<div id="app"><\/div>/, `<div id="app"><div data-drawn>${waiting(markup)}</div></div>`],
  ]
  return parts.reduce((page, [place, words]) => {
    if (!place.test(page)) throw new Error(`the page has no ${String(place)}`)
    return page.replace(place, () => words)
  }, shell)
}

/**
 * Vite plugin: draws the pages that the entry lists and puts each into a copy of the app's page, under `pages/` by its
 * address. The script at `begin` brings the app into them. Made after the service worker, which keeps the empty page for
 * all.
 */
export const drawnPages = (entry: string, begin: string): Plugin => {
  let root = ''
  return {
    name: 'palpite-drawn-pages',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        if (!dir) throw new Error('the build names no folder for the drawn pages')
        const read = (address: string) => readFileSync(join(dir, address), 'utf8')
        const shell = withScriptsAfterPaint(
          withStyle(read('index.html'), read),
          leanOf(readFileSync(begin, 'utf8')),
        )
        for (const page of await draw(root, entry, this.environment.config.plugins)) {
          const file = join(dir, 'pages', `${page.path === '/' ? 'index' : page.path.slice(1)}.html`)
          mkdirSync(dirname(file), { recursive: true })
          writeFileSync(file, pageWith(shell, page))
        }
      },
    },
  }
}

const shared = /^(?:vite:react|palpite-(?:texts|icon-sprite|pictures))/

async function draw(root: string, entry: string, plugins: readonly Plugin[]): Promise<DrawnPage[]> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-drawn-'))
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      publicDir: false,
      plugins: plugins.filter(({ name }) => shared.test(name)),
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        rolldownOptions: { input: entry, output: { entryFileNames: 'drawn.mjs' } },
      },
    })
    return await drawnBy(join(folder, 'drawn.mjs'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a module draws, in a thread of its own: what the app starts as it loads would keep the build from ending. */
async function drawnBy(file: string): Promise<DrawnPage[]> {
  const script = `import(${JSON.stringify(pathToFileURL(file).href)})
    .then(({ drawPages }) => drawPages())
    .then((pages) => require('node:worker_threads').parentPort.postMessage(pages))`
  const worker = new Worker(script, { eval: true })
  try {
    const [pages] = (await once(worker, 'message')) as [DrawnPage[]]
    return pages
  } finally {
    await worker.terminate()
  }
}
