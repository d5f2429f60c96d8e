import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sources = globSync(['apps/player/src/**/*.{ts,tsx}', 'packages/ui/src/**/*.{ts,tsx}'], { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, words: read(file) }))

/** The violations in a file, one per line. */
const stillness = (head: string): string[] => {
  const css = read('packages/ui/src/parts.css')
  const from = css.lastIndexOf(head)
  const body = css.slice(css.indexOf('animation-delay', from), css.indexOf('}', from))
  return body.split(';').map((line) => line.trim())
}

test.each(['@media (prefers-reduced-motion: reduce)', ":root[data-motion='off'] ::backdrop"])(
  '%s stops every animation, transition and smooth scrolling of a style sheet',
  (head) => {
    expect(stillness(head)).toEqual([
      'animation-delay: 0s !important',
      'animation-duration: 0.01ms !important',
      'animation-iteration-count: 1 !important',
      'transition: none !important',
      'scroll-behavior: auto !important',
      '',
    ])
  },
)

test('no code scrolls smoothly: CSS does, and respects reduced motion', () => {
  expect(sources.filter(({ words }) => /behavior: 'smooth'/.test(words)).map(({ file }) => file)).toEqual([])
})

test('code that animates checks reduced motion', () => {
  const moving = sources.filter(({ words }) => /\.animate\(/.test(words))
  expect(moving.length).toBeGreaterThan(0)
  expect(moving.filter(({ words }) => !words.includes('useIsStill')).map(({ file }) => file)).toEqual([])
})
