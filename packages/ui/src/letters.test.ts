import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const theme = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')

/** The root font size in pixels at this screen width, as the theme computes it. */
const sizeAt = (width: number): number => {
  const [, part, most] =
    /\n  html \{\s*font-size: min\(calc\(100vw \/ ([\d.]+)\), (\d+)px\)/.exec(theme) ?? []
  return Math.min(width / Number(part), Number(most))
}

test.each([
  { width: 393, size: 100 },
  { width: 320, size: 320 / 3.93 },
  { width: 1280, size: 130 },
])('letters on a screen of $width are parts of $size', ({ width, size }) => {
  expect(sizeAt(width)).toBeCloseTo(size)
})
