import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')

/** The opening tags of all groups that are one stop of the tab key, each with its file. */
const stops = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/<(\w+)\s[^<]*?\bdata-stop\b.*?>\n/gs)].map(
      ([tag, element]) => ({ file, tag, element }),
    ),
  )

test('the groups that the tab key stops at are found', () => {
  expect(stops.length).toBeGreaterThanOrEqual(8)
})

test.each(stops)('the tab key stops at a group that says its name: $element in $file', ({ tag, element }) => {
  expect(tag).toMatch(/aria-label(ledby)?=/)
  expect(element === 'nav' || /role=("group"|\{)/.test(tag)).toBe(true)
})
