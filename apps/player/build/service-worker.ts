import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/** A file to precache. The revision is its content hash, or null if the name contains it. */
type Listed = { url: string; revision: string | null }

const virtualList = 'virtual:shell-files'
/**
 * Not precached: compressed copies and the worker; texts of other languages, cached when used (`sw.ts`); manifest and
 * icons, which the system stores.
 */
const neverKept =
  /\.(?:br|gz|map|txt|webmanifest)$|^sw\.js$|^icon-[\w-]+\.(?:png|svg)$|^assets\/texts-(?!pt-BR-)/

/** Every file of a built app with its revision. */
export const shellFiles = (folder: string): Listed[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => !neverKept.test(name))
    .sort()
    .map((name) => ({
      url: `/${name}`,
      revision: name.startsWith('assets/')
        ? null
        : createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex')
            .slice(0, 16),
    }))

/** Vite plugin: builds the service worker with the list of built files. */
export const serviceWorker = (entry: string): Plugin => ({
  name: 'palpite-service-worker',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir }) {
      if (!dir) throw new Error('the build names no folder for the service worker')
      const files = shellFiles(dir)
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        plugins: [
          {
            name: 'palpite-shell-files',
            resolveId: (id) => (id === virtualList ? `\0${id}` : undefined),
            load: (id) =>
              id === `\0${virtualList}` ? `export const files = ${JSON.stringify(files)}` : undefined,
          },
        ],
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: ['chrome111', 'safari16.4', 'firefox115'],
          modulePreload: false,
          rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      })
    },
  },
})
