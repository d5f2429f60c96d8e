import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { drawnGlyphs } from '../src/icons/drawn.ts'
import { glyphs } from '../src/icons/glyphs.ts'

const { resolve } = createRequire(import.meta.url)
const weights = ['bold', 'fill', 'duotone', 'light', 'thin']

const symbolOf = (glyph: string): string => {
  const weight = weights.find((name) => glyph.endsWith(`-${name}`)) ?? 'regular'
  const drawing =
    drawnGlyphs[glyph] ??
    readFileSync(resolve(`@phosphor-icons/core/${weight}/${glyph}.svg`), 'utf8')
      .replace(/^<svg[^>]*>/, '')
      .replace(/<\/svg>\s*$/, '')
  return `<symbol id="${glyph}" viewBox="0 0 256 256">${drawing}</symbol>`
}

/** The sprite of the listed glyphs, as SVG text. Throws when Phosphor has no glyph of a listed name. */
export const spriteOf = (names: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg">${names.map(symbolOf).join('')}</svg>`

/**
 * Vite plugin: one SVG file with every listed glyph, named by its content so that it may be cached for ever,
 * its address put in `__SPRITE_URL__`.
 */
export const iconSprite = (names: readonly string[] = glyphs): Plugin => {
  const sprite = spriteOf(names)
  const name = `assets/icons-${createHash('sha256').update(sprite).digest('hex').slice(0, 8)}.svg`
  return {
    name: 'palpite-icon-sprite',
    config: () => ({ define: { __SPRITE_URL__: JSON.stringify(`/${name}`) } }),
    configureServer(server) {
      server.middlewares.use(`/${name}`, (_request, response) => {
        response.setHeader('content-type', 'image/svg+xml').end(sprite)
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source: sprite })
    },
  }
}
