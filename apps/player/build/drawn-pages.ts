import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build, type Plugin } from 'vite'
import type { Drawn, DrawnPage } from '../src/app/draw-pages.tsx'
import { manifestHref } from '../src/shared/manifest-href.ts'
import { leanOf } from './inline-script.ts'
import { type PageParts, pageModules, partsOf, registeringFiles } from './page-parts.ts'
import { lazyModules } from './text-parts.ts'

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

/**
 * The page with what its screen is made of beside what every page is: its styles are in it, and its scripts are named with
 * the others, so that they are not found only when those have come.
 */
export const withParts = (
  page: string,
  { scripts, styles }: PageParts,
  read: (address: string) => string,
): string => {
  const parts = [
    ...styles.map((name) => `<style>${read(name)}</style>`),
    ...scripts.map((name) => `<meta name="app-part" content="/${name}">`),
  ]
  return page.replace('</head>', () => `${parts.join('')}</head>`)
}

/** The page that asks early for its first texts, those of its own language, and has its manifest in it. */
export const withTextsOf = (page: string, language: string, files: readonly string[]): string => {
  const first = textsFile(language, 'first', files)
  return page
    .replaceAll(/\/assets\/texts-pt-BR-first-[\w-]+\.js/g, `/assets/${first}`)
    .replace('"/manifest.webmanifest"', `"${manifestHref(language)}"`)
}

const textsFile = (language: string, part: string, files: readonly string[]): string => {
  const found = files.find((name) => name.startsWith(`texts-${language}-${part}-`) && name.endsWith('.js'))
  if (found === undefined) throw new Error(`the build has no ${part} texts in ${language}`)
  return found
}

/** The app's page with one drawn in it. */
export const pageWith = (shell: string, page: DrawnPage): string => {
  const { language, title, description, markup, needsScript, about } = page
  const data = about
    ? `\n    <script type="application/ld+json">${JSON.stringify(about).replaceAll('<', '\\u003c')}</script>`
    : ''
  const parts: readonly [RegExp, string][] = [
    [/<html lang="[^"]*"/, `<html lang="${language}"`],
    [/<title>[^<]*<\/title>/, `<title>${escaped(title)}</title>${data}`],
    [
      /(<meta name="description" content=)"[^"]*"/,
      `<meta name="description" content="${escaped(description)}"`,
    ],
    [/<div id="app"><\/div>/, `<div id="app"><div data-drawn>${waiting(markup)}</div></div>`],
    [/<noscript>[^<]*<\/noscript>/, `<noscript>${escaped(needsScript)}</noscript>`],
  ]
  return parts.reduce((now, [place, words]) => {
    if (!place.test(now)) throw new Error(`the page has no ${String(place)}`)
    return now.replace(place, () => words)
  }, shell)
}

/** Where a page is kept: by its address, those in other languages than the first in a folder of their own. */
export const fileOf = ({ path, language }: Pick<DrawnPage, 'path' | 'language'>): string =>
  join(language === FIRST_LANGUAGE ? '' : language, `${path === '/' ? 'index' : path.slice(1)}.html`)

const FIRST_LANGUAGE = 'pt-BR'

/**
 * Vite plugin: draws the pages that the entry lists and puts each into a copy of the app's page, under `pages/` by its
 * language and address; frames that the server fills stand under `frames/` in the same way. The script at `begin` brings the app into them. Made after the service worker, which keeps the empty page for
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
      async handler({ dir }, bundle) {
        if (!dir) throw new Error('the build names no folder for the drawn pages')
        const read = (address: string) => readFileSync(join(dir, address), 'utf8')
        const shell = withScriptsAfterPaint(
          withStyle(read('index.html'), read),
          leanOf(readFileSync(begin, 'utf8')),
        )
        const assets = readdirSync(join(dir, 'assets'))
        const modules = pageModules(registeringFiles(root))
        const lazy = lazyModules(join(root, 'src'))
        const made = ({ screen, language }: DrawnPage): string => {
          const page = withTextsOf(shell, language, assets)
          const module = modules.get(screen)
          if (module === undefined) return page // the shell's own
          const { scripts, styles } = partsOf(bundle, module)
          const texts = ['common', lazy.get(module) ?? 'common'].map((part) =>
            textsFile(language, part, assets),
          )
          const fetched = [...scripts, ...new Set(texts.map((file) => `assets/${file}`))]
          return withParts(page, { scripts: fetched, styles }, read)
        }
        const drawn = await draw(root, entry, this.environment.config.plugins)
        for (const part of ['pages', 'frames'] as const) {
          for (const page of drawn[part]) {
            const file = join(dir, part, fileOf(page))
            mkdirSync(dirname(file), { recursive: true })
            writeFileSync(file, pageWith(made(page), page))
          }
        }
      },
    },
  }
}

const shared = /^(?:vite:react|palpite-(?:texts|icon-sprite|pictures))/

async function draw(root: string, entry: string, plugins: readonly Plugin[]): Promise<Drawn> {
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
async function drawnBy(file: string): Promise<Drawn> {
  const script = `import(${JSON.stringify(pathToFileURL(file).href)})
    .then(({ drawPages }) => drawPages())
    .then((drawn) => require('node:worker_threads').parentPort.postMessage(drawn))`
  const worker = new Worker(script, { eval: true })
  try {
    const [drawn] = (await once(worker, 'message')) as [Drawn]
    return drawn
  } finally {
    await worker.terminate()
  }
}
