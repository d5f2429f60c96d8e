import { join } from 'node:path'
import { textLanguages } from '@palpite/contract/languages'
import { pictures } from '@palpite/ui/pictures'
import { iconSprite } from '@palpite/ui/sprite'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { drawnPages } from './build/drawn-pages.ts'
import { firstRouteBudget } from './build/first-route.ts'
import { inlineScript } from './build/inline-script.ts'
import { manifests } from './build/manifests.ts'
import { ownCodeBudget } from './build/own-code.ts'
import { offlinePage } from './build/offline-page.ts'
import { precompress } from './build/precompress.ts'
import { preload } from './build/preload.ts'
import { serviceWorker } from './build/service-worker.ts'
import { texts } from './build/texts.ts'

const root = import.meta.dirname
const kilobyte = 1000
const firstTexts = /virtual:texts\/[\w-]+\/first$/
const games = [
  'dice/DicePage',
  'limbo/LimboPage',
  'mines/MinesPage',
  'row-double/RowDoublePage',
  'double/DoublePage',
  'lucky-color/LuckyPage',
]

export default defineConfig({
  root,
  base: '/',
  resolve: {
    alias: [
      {
        find: /^use-sync-external-store\/shim(\/index\.js)?$/,
        replacement: join(root, 'build/own-store.ts'),
      },
    ],
  },
  plugins: [
    inlineScript('/theme.js', join(root, 'theme.js')),
    react(),
    tailwindcss(),
    iconSprite(),
    pictures(),
    texts({ locales: join(root, 'src/locales'), entry: join(root, 'src/main.tsx') }),
    manifests({
      manifest: join(root, 'public/manifest.webmanifest'),
      locales: join(root, 'src/locales'),
      languages: textLanguages,
    }),
    preload([
      { file: /geologica-latin-wght-normal/, rel: 'preload', as: 'font' },
      { file: /texts-pt-BR-first.*\.js$/, rel: 'modulepreload' },
    ]),
    firstRouteBudget({
      alsoFetched: [firstTexts],
      maxBytes: 120 * kilobyte,
    }),
    ownCodeBudget({
      fetchedBefore: [firstTexts],
      pages: games.map((page) => new RegExp(`/features/games/${page}\\.tsx$`)),
      maxBytes: 35 * kilobyte,
    }),
    serviceWorker(join(root, 'src/worker/sw.ts')),
    offlinePage({
      script: join(root, 'src/verifier/main.ts'),
      style: join(root, 'src/verifier/page.css'),
      name: 'verificar.html',
    }),
    drawnPages(join(root, 'src/app/draw-pages.tsx'), join(root, 'begin.js')),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4', 'firefox115'],
    // The server's content policy allows no data: addresses, so no picture is put inline.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Of a page that is gone to only the styles are named beforehand: the names of all scripts were 3 kB of the first route.
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === 'html' ? parts : parts.filter((part) => part.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        // Libraries change seldom, so they stand apart. All else that home needs is one file: small ones compress badly.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 2 },
            { name: 'start', tags: ['$initial'], priority: 1 },
          ],
        },
        // Of few signs: the first route names all the others, and no hash compresses.
        chunkFileNames: ({ name, facadeModuleId }) => {
          const texts = /(?:virtual:texts|\/locales)\/([\w-]+)\/(?:help\/)?(\w+)/.exec(facadeModuleId ?? '')
          return `assets/${texts ? `texts-${texts[1]}-${texts[2]}` : name}-[hash:7].js`
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:3000',
      '/gamecenter-siop': { target: 'ws://127.0.0.1:3000', ws: true },
    },
  },
})
