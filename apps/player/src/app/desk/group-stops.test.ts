import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')

/** The opening tags of all groups with a single tab stop, and their files. */
const stops = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/<(\w+)\s[^<]*?\bdata-stop\b.*?>\n/gs)].map(
      ([tag, element]) => ({ file, tag, element }),
    ),
  )

test('finds the groups with a single tab stop', () => {
  expect(stops.length).toBeGreaterThanOrEqual(8)
})

test.each(stops)('a group with a single tab stop has a name: $element in $file', ({ tag, element }) => {
  expect(tag).toMatch(/aria-label(ledby)?=/)
  expect(element === 'nav' || /role=("group"|\{)/.test(tag)).toBe(true)
})
