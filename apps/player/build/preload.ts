import type { Plugin } from 'vite'

type Wanted = { file: RegExp; rel: 'preload' | 'modulepreload'; as?: string }

/** Vite plugin: preloads files whose hashed names only the build knows. */
export const preload = (wanted: readonly Wanted[]): Plugin => ({
  name: 'palpite-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      wanted.flatMap(({ file, rel, as }) => {
        const name = Object.keys(bundle ?? {}).find((each) => file.test(each))
        if (!name) throw new Error(`the build has no file like ${file}`)
        const attrs = {
          rel,
          href: `/${name}`,
          ...(as && { as }),
          ...(as === 'font' && { type: 'font/woff2' }),
          crossorigin: '',
        }
        return [{ tag: 'link', attrs, injectTo: 'head' as const }]
      }),
  },
})
