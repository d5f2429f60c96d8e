import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:html|js|css|svg|json|webmanifest)$/
/** Below this a compressed answer's headers cost more than they save. */
const minBytes = 600

/** The server fills frames per request and compresses them then. */
const neverSent = /^frames\//

/**
 * There are hundreds of prerendered pages in other languages: the last twentieth of their size is not worth a minute
 * of each build.
 */
const hundreds = /^pages\/[a-z]{2}(?:-[A-Z]{2})?\//

const compressFile = (path: string, brotliQuality: number): void => {
  const bytes = readFileSync(path)
  if (bytes.length < minBytes) return
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  )
}

/** Vite plugin: writes gzip and brotli files beside each text file, for the server to send. */
export const precompress = (): Plugin => ({
  name: 'palpite-precompress',
  apply: 'build',
  writeBundle: {
    // After every other plugin has written its files.
    order: 'post',
    sequential: true,
    handler({ dir }) {
      if (!dir) throw new Error('the build names no folder to compress')
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (compressible.test(name) && !neverSent.test(name))
          compressFile(join(dir, name), hundreds.test(name) ? 8 : 11)
      }
    },
  },
})
