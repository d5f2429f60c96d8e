import { join } from 'node:path'
import { glyphs, officeGlyphs } from '@palpite/ui/glyphs'
import { iconSprite } from '@palpite/ui/sprite'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstRouteBudget } from '../player/build/first-route.ts'
import { precompress } from '../player/build/precompress.ts'
import { playerTexts } from './build/player-texts.ts'
import { texts } from './build/texts.ts'

const root = import.meta.dirname
const kilobyte = 1000

export default defineConfig({
  root,
  base: '/',
  plugins: [
    react(),
    tailwindcss(),
    iconSprite([...glyphs, ...officeGlyphs]),
    texts(join(root, 'src/texts'), join(root, '../player/src/locales')),
    playerTexts(join(root, '../..')),
    // What an operator loads before anything is visible: the page, texts and dashboard.
    firstRouteBudget({
      alsoFetched: [/virtual:texts\/pt-BR$/, /features\/dashboard\/DashboardPage\.tsx$/],
      maxBytes: 200 * kilobyte,
    }),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4', 'firefox115'],
    // The server's content policy allows data: only for pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3004' } },
})
