import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')

/** The colour tokens of one block of the theme, by name. */
const tokensOf = (selector: string): Map<string, string> => {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? ''
  return new Map(
    [...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/gi)].map(([, name = '', hex = '']) => [name, hex]),
  )
}

const dark = tokensOf('  :root')
const light = new Map([...dark, ...tokensOf("  [data-print][data-theme='light']")])

const channel = (value: number): number => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminance = (hex: string): number => {
  const bytes = Number.parseInt(hex.slice(1), 16)
  return 0.2126 * channel(bytes >> 16) + 0.7152 * channel((bytes >> 8) & 255) + 0.0722 * channel(bytes & 255)
}

const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const surfaces = ['bg', 'surface-1', 'surface-2', 'surface-3']
const coloured = ['brand-text', 'win', 'loss', 'info', 'warn', 'play-text']
const tints = ['brand', 'play', 'win', 'loss', 'info', 'warn']

/** Foreground and background tokens, and the contrast they need (WCAG AA: text 4.5, shapes 3). */
const texts: readonly (readonly [string, string])[] = [
  ...surfaces.flatMap((surface) =>
    ['text', 'text-2', ...coloured].map((colour) => [colour, surface] as const),
  ),
  ...['bg', 'surface-1', 'surface-2'].map((surface) => ['text-3', surface] as const),
  ...tints.map((tint) => ['text', `${tint}-tint`] as const),
  ...tints.map(
    (tint) => [tint === 'brand' || tint === 'play' ? `${tint}-text` : tint, `${tint}-tint`] as const,
  ),
  ...['brand', 'brand-hi', 'brand-lo'].map((fill) => ['on-brand', fill] as const),
  ['on-play', 'play-fill'],
  ['on-win', 'win'],
  ['on-loss', 'loss'],
  ['on-live', 'live'],
  ['odds-text', 'odds-bg'],
  ['text-2', 'odds-bg'],
  ['odds-sel-text', 'odds-sel-bg'],
  ['win', 'odds-bg'],
  ['loss', 'odds-bg'],
  // On hover over a control, and over a price.
  ...['text', 'text-2', 'brand-text', 'odds-text'].map((colour) => [colour, 'surface-4'] as const),
  ...['play', 'win', 'loss'].map((fill) => [`on-${fill}`, `${fill}-hover`] as const),
]
const shapes: readonly (readonly [string, string])[] = [
  ...['bg', 'surface-1', 'surface-2'].map((surface) => ['line-strong', surface] as const),
  ...['bg', 'surface-3'].map((surface) => ['focus', surface] as const),
  ...['bg', 'surface-1', 'surface-3'].map((surface) => ['brand-line', surface] as const),
  ...['bg', 'surface-2'].map((surface) => ['live', surface] as const),
  ['play', 'surface-1'],
  ...['brand-line', 'win', 'loss'].map((mark) => [mark, 'surface-4'] as const),
]
/**
 * A colour on hover and the one before. The pointer's own shape tells them apart too, so little contrast is
 * enough.
 */
const hovered: readonly (readonly [string, string])[] = [
  ['surface-1', 'surface-2'],
  ['surface-2', 'surface-3'],
  ['surface-3', 'surface-4'],
  ['odds-bg', 'surface-4'],
  ['bg', 'surface-3'],
  ['brand', 'brand-hi'],
  ['play-fill', 'play-hover'],
  ['win', 'win-hover'],
  ['loss', 'loss-hover'],
]

describe.each([
  { name: 'dark', tokens: dark },
  { name: 'light', tokens: light },
])('the $name theme', ({ tokens }) => {
  const ratio = (front: string, back: string): number => {
    const [one, other] = [tokens.get(front), tokens.get(back)]
    if (!one || !other) throw new Error(`the theme has no ${one ? back : front}`)
    return contrast(one, other)
  }

  test.each(texts)('%s can be read on %s', (front, back) => {
    expect(ratio(front, back)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(shapes)('%s can be told from %s', (front, back) => {
    expect(ratio(front, back)).toBeGreaterThanOrEqual(3)
  })

  test.each(hovered)('%s becomes %s under a pointer, and that is seen', (before, after) => {
    expect(ratio(before, after)).toBeGreaterThanOrEqual(1.08)
  })
})

test('the two themes are different ones', () => {
  expect(dark.get('bg')).not.toBe(light.get('bg'))
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})

test('every token that parts use is a token of the theme', () => {
  const parts = readFileSync(join(import.meta.dirname, 'parts.css'), 'utf8')
  // Set by a part itself; the place that reads it has a fallback.
  const own = new Set(['drag'])
  const used = [...parts.matchAll(/var\(--([a-z0-9-]+)/g)].map(([, name = '']) => name)
  expect(used.length).toBeGreaterThan(10)
  expect(used.filter((name) => !own.has(name) && !css.includes(`--${name}:`))).toEqual([])
})
