import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Mutation, readMutations, runMutations } from './mutate.ts'
import { rowsOf } from './rows.ts'
import { titlePattern } from './titles.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const mutations = readMutations()

/** A mutation's fault, if any. */
const wrongWith = ({ row, file, find, put }: Mutation, text: string): string[] => {
  const count = text.split(find).length - 1
  return [
    ...(count === 1 ? [] : [`${row}: ${file} holds ${count} times: ${find}`]),
    ...(find === put ? [`${row}: ${find} changes nothing`] : []),
    ...(/\.(?:test|e2e)\.tsx?$|\/testing\//.test(file) ? [`${row}: ${file} is no part of the product`] : []),
  ]
}

test("every mutation's text occurs once in a product file, and changes it", () => {
  expect(mutations.flatMap((mutation) => wrongWith(mutation, read(mutation.file)))).toEqual([])
})

test('a mutation whose text is missing, duplicated, unchanged or of a test is reported', () => {
  const mutation = { row: '1.01', file: 'apps/pay.ts', find: 'pays', put: 'owes' }
  expect(wrongWith(mutation, 'he pays')).toEqual([])
  expect(wrongWith(mutation, 'he owes')).toEqual(['1.01: apps/pay.ts holds 0 times: pays'])
  expect(wrongWith(mutation, 'pays pays')).toEqual(['1.01: apps/pay.ts holds 2 times: pays'])
  expect(wrongWith({ ...mutation, put: 'pays' }, 'he pays')).toEqual(['1.01: pays changes nothing'])
  expect(wrongWith({ ...mutation, file: 'apps/pay.test.ts' }, 'he pays')).toHaveLength(1)
})

test('at least sixty rows of the specification have a mutation, each of them a row that names its tests', () => {
  const rows = new Map(rowsOf(read('docs/specification.md')).map(({ id, evidence }) => [id, evidence.kind]))
  const mutated = [...new Set(mutations.map(({ row }) => row))]
  expect(mutated.filter((row) => rows.get(row) !== 'shown')).toEqual([])
  expect(mutated.length).toBeGreaterThanOrEqual(60)
})

test.each([
  { title: 'pays $stake.cents for %s', becomes: 'pays 100 for ana' },
  { title: 'at ${width}: (all) of it', becomes: 'at 320: (all) of it' },
])('the title "$title" is that of "$becomes"', ({ title, becomes }) => {
  expect(becomes).toMatch(new RegExp(`^${titlePattern(title)}$`))
  expect(`not ${becomes}`).not.toMatch(new RegExp(`^${titlePattern(title)}$`))
})

let copy: string
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'palpite-mutation-'))
})
afterEach(() => rmSync(copy, { recursive: true }))

test('a row whose test fails when broken is killed, one whose test passes survives', async () => {
  mkdirSync(join(copy, 'pay'))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  writeFileSync(join(copy, 'vitest.config.mjs'), 'export default { test: { globals: true } }')
  writeFileSync(join(copy, 'pay/pay.js'), 'export const paid = (cents) => cents * 2\n')
  writeFileSync(
    join(copy, 'pay/pay.test.js'),
    `import { paid } from './pay.js'
     test('pays twice', () => { expect(paid(100)).toBe(200) })
     test.each([1])('gives %i', () => { expect(paid(100)).toBeGreaterThan(0) })
     test('never pays', () => { expect(paid(100)).toBe(0) })`,
  )
  const twice = { file: 'pay/pay.js', find: 'cents * 2', put: 'cents * 3' }
  const lines: string[] = []
  const titles: Readonly<Record<string, string>> = {
    1.01: 'pays twice',
    1.02: 'gives %i',
    1.03: 'never pays',
    1.04: 'is not there',
  }
  const outcomes = await runMutations({
    copy,
    mutations: Object.keys(titles).map((row) => ({ row, ...twice })),
    testsOf: (row) => [{ file: 'pay/pay.test.js', title: titles[row] ?? '' }],
    say: (line) => lines.push(line),
  })
  expect(outcomes).toEqual([
    'killed',
    'SURVIVED',
    'its test does not run unbroken',
    'its test does not run unbroken',
  ])
  expect(lines[0]).toBe('row 1.01 killed (pay/pay.js: cents * 2)')
  expect(readFileSync(join(copy, 'pay/pay.js'), 'utf8')).toContain('cents * 2')
})
