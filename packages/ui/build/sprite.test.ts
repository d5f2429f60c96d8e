import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { glyphs } from '../src/icons/glyphs.ts'
import { spriteOf } from './sprite.ts'

const root = join(import.meta.dirname, '../../..')
const sourceText = ['packages/ui/src', 'apps/player/src']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/(?:glyphs|drawn)\.ts$/.test(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )
  .join('\n')

describe('the icon sprite', () => {
  test('holds each listed glyph once, as a symbol that can be used', () => {
    const sprite = spriteOf(glyphs)
    for (const glyph of glyphs) expect(sprite.split(`<symbol id="${glyph}" `)).toHaveLength(2)
    expect(new Set(glyphs).size).toBe(glyphs.length)
  })

  test('refuses a glyph that nobody has drawn', () => {
    expect(() => spriteOf(['no-such-glyph'])).toThrow('no-such-glyph')
  })

  test('holds no glyph that nobody uses', () => {
    expect(sourceText.length).toBeGreaterThan(50_000)
    const unused = glyphs.filter(
      (glyph) => !sourceText.includes(`'${glyph}'`) && !sourceText.includes(`"${glyph}"`),
    )
    expect(unused).toEqual([])
  })
})
