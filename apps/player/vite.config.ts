import { join } from 'node:path'
import { iconSprite } from '@palpite/ui/sprite'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstRouteBudget } from './build/first-route.ts'
import { precompress } from './build/precompress.ts'
import { preload } from './build/preload.ts'
import { texts } from './build/texts.ts'

const root = import.meta.dirname
const kilobyte = 1000

export default defineConfig({
  root,
  base: '/',
  plugins: [
    react(),
    tailwindcss(),
    iconSprite(),
    texts(join(root, 'src/locales')),
    preload([
      { file: /geologica-latin-wght-normal/, rel: 'preload', as: 'font' },
      { file: /texts-pt-BR.*\.js$/, rel: 'modulepreload' },
      { file: /HomePage.*\.js$/, rel: 'modulepreload' },
    ]),
    firstRouteBudget({
      alsoFetched: [/home\/HomePage\.tsx$/, /virtual:texts\/pt-BR$/],
      mostBytes: 120 * kilobyte,
    }),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4', 'firefox115'],
    // The server's content policy allows no data: addresses, so nothing is put inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: (chunk) =>
          `assets/${chunk.facadeModuleId?.split('virtual:texts/')[1] ? `texts-${chunk.facadeModuleId.split('virtual:texts/')[1]}` : chunk.name}-[hash].js`,
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
