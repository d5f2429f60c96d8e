import { join } from 'node:path'
import { defineConfig } from 'vite'

const root = import.meta.dirname

export default defineConfig({
  root,
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4', 'firefox115'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [join(root, 'slot.html'), join(root, 'crash.html')] },
  },
})
