import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The script without comments and indentation. */
export const leanOf = (script: string): string =>
  script
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n')

/** Vite plugin: inlines a small script, so the first paint waits for no request. The server allows it by hash. */
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
