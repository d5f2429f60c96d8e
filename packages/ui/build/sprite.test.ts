import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { glyphs, officeGlyphs } from '../src/icons/glyphs.ts'
import { spriteOf } from './sprite.ts'

const root = join(import.meta.dirname, '../../..')
const sourceOf = (folders: readonly string[]) =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !/(?:glyphs|drawn)\.ts$/.test(name))
        .map((name) => readFileSync(join(root, folder, name), 'utf8')),
    )
    .join('\n')
const sourceText = sourceOf(['packages/ui/src', 'apps/player/src'])

describe('the icon sprite', () => {
  test('contains each listed glyph once, as a usable symbol', () => {
    const all = [...glyphs, ...officeGlyphs]
    const sprite = spriteOf(all)
    for (const glyph of all) expect(sprite.split(`<symbol id="${glyph}" `)).toHaveLength(2)
    expect(new Set(all).size).toBe(all.length)
  })

  test('refuses a glyph without a drawing', () => {
    expect(() => spriteOf(['no-such-glyph'])).toThrow('no-such-glyph')
  })

  test('contains the glyphs of the player app, and none used only by the back office', () => {
    const asIcon = (glyph: string) => new RegExp(`(?:icon|name)(?:=|: )["']${glyph}["']`)
    expect(sourceText).toMatch(asIcon('wallet-duotone'))
    expect(officeGlyphs.filter((glyph) => asIcon(glyph).test(sourceText))).toEqual([])
  })

  test('contains no unused glyph', () => {
    expect(sourceText.length).toBeGreaterThan(50_000)
    const unused = glyphs.filter(
      (glyph) => !sourceText.includes(`'${glyph}'`) && !sourceText.includes(`"${glyph}"`),
    )
    expect(unused).toEqual([])
    const office = sourceOf(['apps/backoffice/src'])
    expect(
      officeGlyphs.filter((glyph) => !office.includes(`'${glyph}'`) && !office.includes(`"${glyph}"`)),
    ).toEqual([])
  })
})
