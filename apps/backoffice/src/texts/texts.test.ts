import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import english from './en.json'
import portuguese from './pt-BR.json'

const source = join(import.meta.dirname, '..')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }))

test('both languages have the same keys, each with a text', () => {
  expect(Object.keys(english)).toEqual(Object.keys(portuguese))
  for (const words of [...Object.values(english), ...Object.values(portuguese)])
    expect(words.trim()).not.toBe('')
})

test('every text is used', () => {
  expect(files.length).toBeGreaterThan(40)
  const all = files.map(({ text }) => text).join('\n')
  expect(
    Object.keys(portuguese).filter((key) => !all.includes(`'${key}'`) && !all.includes(`"${key}"`)),
  ).toEqual([])
})

test('no component contains a hard-coded word', () => {
  const literal =
    />\s*[A-Za-zÀ-ú][a-zà-ú]{2,}[^<>{}=]*<\/|\b(?:aria-label|alt|title|placeholder|label)="[^"]*[A-Za-zÀ-ú]{3}/
  const said = files
    .filter(({ name }) => name.endsWith('.tsx'))
    .flatMap(({ name, text }) =>
      text
        .split('\n')
        .filter((line) => literal.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    )
  expect(said).toEqual([])
})
