import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** One page with inlined script and style, and a policy that allows those two and no requests. */
export const pageOf = (script: string, style: string): string => {
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Palpite</title>
<style>${style}</style>
</head>
<body>
<script>${script}</script>
</body>
</html>
`
}

/**
 * Vite plugin: a single-file page that works offline, from a script and its style. Built after the service worker,
 * which does not precache it.
 */
export const offlinePage = (options: { script: string; style: string; name: string }): Plugin => ({
  name: 'palpite-offline-page',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir }) {
      if (!dir) throw new Error('the build names no folder for the offline page')
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: {
          write: false,
          target: ['chrome111', 'safari16.4', 'firefox115'],
          modulePreload: false,
          rolldownOptions: { input: options.script, output: { format: 'iife' } },
        },
      })
      const [first] = [built].flat()
      if (!first || !('output' in first)) throw new Error('the offline page was not built')
      // A closing script tag in the script would end it.
      const script = first.output[0].code.trim().replaceAll('</script', '<\\/script')
      writeFileSync(join(dir, options.name), pageOf(script, readFileSync(options.style, 'utf8')))
    },
  },
})
