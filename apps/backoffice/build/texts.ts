import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const prefix = 'virtual:texts/'

/** Vite plugin: `virtual:texts/<language>` is the catalogue of a language, its ICU messages compiled. */
export const texts = (folder: string): Plugin => ({
  name: 'palpite-backoffice-texts',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${prefix}`)) return undefined
    const file = join(folder, `${id.slice(prefix.length + 1)}.json`)
    this.addWatchFile(file)
    const read = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    const compiled = Object.entries(read).map(([key, text]) => [key, compileMessageOrThrow(text)])
    return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))})`
  },
})
