import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const entry = join(import.meta.dirname, '../src/art/drawings.tsx')

type Drawn = { name: string; file: string; svg: string }

/** Draws every picture once. */
export async function drawnPictures(): Promise<Drawn[]> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-pictures-'))
  try {
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: { input: entry, output: { entryFileNames: 'drawings.mjs' } },
      },
    })
    const { drawPictures } = (await import(pathToFileURL(join(folder, 'drawings.mjs')).href)) as {
      drawPictures: () => [name: string, svg: string][]
    }
    return drawPictures().map(([name, svg]) => ({ name, svg, file: fileOf(name, svg) }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Named by its content, so that it may be cached for ever. */
const fileOf = (name: string, svg: string): string =>
  `assets/${name}-${createHash('sha256').update(svg).digest('hex').slice(0, 8)}.svg`

/** Vite plugin: one SVG file for each picture of the house, their addresses put in `__PICTURE_URLS__`. */
export const pictures = (): Plugin => {
  let drawing: Promise<Drawn[]> | undefined
  const drawn = () => (drawing ??= drawnPictures())
  return {
    name: 'palpite-pictures',
    config: async () => ({
      define: {
        __PICTURE_URLS__: JSON.stringify(
          Object.fromEntries((await drawn()).map(({ name, file }) => [name, `/${file}`])),
        ),
      },
    }),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        void drawn().then((all) => {
          const found = all.find(({ file }) => request.url === `/${file}`)
          if (found) response.setHeader('content-type', 'image/svg+xml').end(found.svg)
          else next()
        }, next)
      })
    },
    async generateBundle() {
      for (const { file, svg } of await drawn()) this.emitFile({ type: 'asset', fileName: file, source: svg })
    },
  }
}
