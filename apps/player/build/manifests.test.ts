import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textLanguages } from '@palpite/contract/languages'
import { expect, test } from 'vitest'
import { manifestIn } from './manifests.ts'
import { readTexts } from './texts.ts'

const root = join(import.meta.dirname, '..')
const first = JSON.parse(readFileSync(join(root, 'public/manifest.webmanifest'), 'utf8')) as Parameters<
  typeof manifestIn
>[0] & {
  icons: { src: string; sizes: string; type: string; purpose: string }[]
}
const textsIn = (language: string) => readTexts(join(root, 'src/locales'), language)

test("the default manifest is Portuguese, with the app's texts", () => {
  expect(manifestIn(first, 'pt-BR', textsIn('pt-BR'))).toEqual(first)
})

test.each(textLanguages)('its shortcuts have names in %s', (language) => {
  const { lang, shortcuts } = manifestIn(first, language, textsIn(language))
  expect(lang).toBe(language)
  expect(new Set(shortcuts.map(({ name }) => name)).size).toBe(4)
})

test('a shortcut without a name fails the build', () => {
  expect(() => manifestIn(first, 'de', {})).toThrow('/footballPage has no name in de')
})

test('its icons have the stated sizes, for a screen, a mask and an iPhone', () => {
  const page = readFileSync(join(root, 'index.html'), 'utf8')
  expect(page).toContain('<link rel="apple-touch-icon" href="/icon-180.png" />')
  expect(sizeOf('/icon-180.png')).toBe('180x180')
  const drawn = first.icons.filter(({ type }) => type === 'image/png')
  expect(drawn.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 512x512',
  ])
  for (const { src, sizes } of drawn) expect(sizeOf(src)).toBe(sizes)
  for (const { src } of first.icons) expect(existsSync(join(root, 'public', src))).toBe(true)
})

/** A picture's size from the PNG header. */
const sizeOf = (src: string): string => {
  const png = readFileSync(join(root, 'public', src))
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}
