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

/** Escapes text for content or attributes. */
const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * Prerendered controls do nothing yet: a press or keystroke before the script would be lost, so buttons and fields are
 * disabled until then. Links work.
 */
const waiting = (markup: string): string =>
  markup.replaceAll('<button ', '<button inert="" ').replaceAll('<input ', '<input disabled="" ')

/** Inlines the page's style, so the first paint waits for one answer instead of two. The server allows it by hash. */
export const withStyle = (page: string, read: (address: string) => string): string => {
  const link = /<link rel="stylesheet" crossorigin href="([^"]+)">/
  if (!link.test(page)) throw new Error('the page has no style')
  // Addresses in it start at the root, so they work here too.
  return page.replace(link, (_, address: string) => `<style>${read(address)}</style>`)
}

/** Only names the page's scripts: an inline script loads them after the first paint. */
export const withScriptsAfterPaint = (page: string, begin: string): string => {
  const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/
  const part = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g
  if (!script.test(page) || !page.includes('</body>')) throw new Error('the page has no script')
  return page
    .replace(script, '<meta name="app" content="$1">')
    .replaceAll(part, '<meta name="app-part" content="$1">')
    .replace('</body>', () => `<script>\n${begin}\n</script>\n  </body>`)
}

/** Adds the screen's own files: inlined styles, and scripts named with the others, so that they load in parallel. */
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

/** Preloads the page's first texts in its language, and links its manifest. */
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

/** Inserts a prerendered page into the app's page. */
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

/** Where a page is stored: by address, with a folder for each language but the first. */
export const fileOf = ({ path, language }: Pick<DrawnPage, 'path' | 'language'>): string =>
  join(language === FIRST_LANGUAGE ? '' : language, `${path === '/' ? 'index' : path.slice(1)}.html`)

const FIRST_LANGUAGE = 'pt-BR'

/**
 * Vite plugin: renders the entry's pages and stores each in a copy of the app's page, under `pages/` by language and
 * address; frames that the server fills go to `frames/`. The script at `begin` starts the app in them. Runs after the
 * service worker, which precaches the empty page.
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

/** Renders a module in a worker thread: timers the app starts at import would keep the build from ending. */
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
