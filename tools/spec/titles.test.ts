import { expect, test } from 'vitest'
import { titlesIn } from './titles.ts'

/** The titles found in these lines. Split, so that this file's words are not found as tests. */
const found = (...lines: string[]) => [...titlesIn(lines.join('\n'))]

test.each([
  { how: 'a test', lines: [`test('pays', () => {})`] },
  { how: 'a group', lines: [`describe("pays", () => {})`] },
  { how: 'one of two words for it', lines: [`it('pays', () => {})`] },
  {
    how: 'a test of a table',
    lines: ['test.each([{ a: 1 }, { a: 2 }] as const)(', `  'pays',`, `  () => {})`],
  },
  {
    how: 'a test of a typed table',
    lines: [`test.each<[string, () => void]>([['a', go]])('pays', () => {})`],
  },
  { how: 'a test under a condition', lines: [`test.skipIf(!has('redis'))('pays', () => {})`] },
  { how: 'a template', lines: ['test(`pays`, () => {})'] },
  {
    how: 'a test after a regular expression with marks',
    lines: ['const a = /["\'`/*]/', `test('pays', go)`],
  },
  {
    how: 'a test after a template in a template',
    lines: ['const a = `${b ? `"` : c({})}`', `test('pays', go)`],
  },
  { how: 'a test after an address', lines: [`const a = 'http://pix'`, `test('pays', go)`] },
])('finds $how', ({ lines }) => {
  expect(found(...lines)).toEqual(['pays'])
})

test('keeps placeholders, and unescapes quotes', () => {
  expect(found(`test.each(rows)('a $stake is the player\\'s', go)`)).toEqual([`a $stake is the player's`])
})

test.each([
  { what: 'stands in a comment', lines: [`// test('pays', go)`, `/* test('pays', go) */`] },
  { what: 'stands in a text', lines: [`const a = "test('pays', go)"`, "const b = `test('pays', go)`"] },
  { what: 'is skipped', lines: [`test.skip('pays', go)`] },
  { what: 'is still to be written', lines: [`test.todo('pays', go)`] },
  {
    what: 'lies in a group that is skipped',
    lines: [`describe.skip('all', () => {`, `test('pays', go)`, `})`],
  },
  { what: 'is called on something else', lines: [`/a/.test('pays', 1)`] },
  { what: 'is only begun', lines: [`test('pays' + more, go)`] },
])('finds no test that $what', ({ lines }) => {
  expect(found(...lines)).toEqual([])
})
