import { describe, expect, test } from 'vitest'
import { glyphs } from '../src/icons/glyphs.ts'
import { spriteOf } from './sprite.ts'

describe('the icon sprite', () => {
  test('holds each listed glyph once, as a symbol that can be used', () => {
    const sprite = spriteOf(glyphs)
    for (const glyph of glyphs) expect(sprite.split(`<symbol id="${glyph}" `)).toHaveLength(2)
    expect(new Set(glyphs).size).toBe(glyphs.length)
  })

  test('refuses a glyph that nobody has drawn', () => {
    expect(() => spriteOf(['no-such-glyph'])).toThrow('no-such-glyph')
  })
})
