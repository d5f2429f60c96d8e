import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The script without the comments and the blanks at which its lines begin: those of the reader, not of the browser. */
export const leanOf = (script: string): string =>
  script
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n')

/**
 * Vite plugin: puts a small script into the page in place of the address it is asked for at, so that the first paint
 * waits for no answer. The server allows it by its hash.
 */
export const inlineScript = (address: string, file: string): Plugin => ({
  name: 'palpite-inline-script',
  transformIndexHtml: {
    order: 'pre',
    handler(html) {
      const tag = `<script src="${address}"></script>`
      if (!html.includes(tag)) throw new Error(`the page asks for no ${address}`)
      return html.replace(tag, () => `<script>\n${leanOf(readFileSync(file, 'utf8'))}\n</script>`)
    },
  },
})
