import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const prefix = 'virtual:texts/'

/**
 * Vite plugin: `virtual:texts/<language>` is a language's catalogue, compiled: the office's own texts, and the
 * players' market names.
 */
export const texts = (folder: string, playerFolder: string): Plugin => ({
  name: 'palpite-backoffice-texts',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${prefix}`)) return undefined
    const language = id.slice(prefix.length + 1)
    const files = [join(folder, `${language}.json`), join(playerFolder, language, 'markets.json')]
    const compiled = files.flatMap((file) => {
      this.addWatchFile(file)
      const read = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
      return Object.entries(read).map(([key, text]) => [key, compileMessageOrThrow(text)])
    })
    return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))})`
  },
})
