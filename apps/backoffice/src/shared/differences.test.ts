import { expect, test } from 'vitest'
import { carriedOver, differencesOf, withChange } from './differences.ts'
import { typedValue } from './leaves.ts'

const defaults = { bound: 100, ways: ['pix'], isOpen: true, max: { match: 5, book: 9 } }

test('two versions are compared by field, with defaults filled in', () => {
  expect(differencesOf(defaults, {}, { bound: 200 })).toEqual([{ path: ['bound'], before: 100, after: 200 }])
  expect(differencesOf(defaults, { bound: 200, isOpen: false }, { isOpen: false })).toEqual([
    { path: ['bound'], before: 200, after: 100 },
  ])
  expect(differencesOf(defaults, { bound: 100 }, {})).toEqual([])
  expect(differencesOf(defaults, {}, { max: { match: 5, book: 8 } })).toEqual([
    { path: ['max', 'book'], before: 9, after: 8 },
  ])
  expect(differencesOf(defaults, {}, { ways: ['pix', 'usdt'] })).toEqual([
    { path: ['ways', '1'], before: undefined, after: 'usdt' },
  ])
})

test("a change is applied to a newer version, which keeps others' changes", () => {
  const base = { bound: 200, isOpen: false }
  const now = { bound: 300, isOpen: false, ways: ['usdt'] }
  expect(carriedOver(defaults, { base, draft: { bound: 200 }, now })).toEqual({ bound: 300, ways: ['usdt'] })
  expect(carriedOver(defaults, { base, draft: { bound: 500, isOpen: false }, now })).toEqual({
    ...now,
    bound: 500,
  })
  expect(carriedOver(defaults, { base, draft: base, now })).toEqual(now)
})

test('a change back to the default is no change', () => {
  const one = withChange(defaults, {}, 'bound', 200)
  expect(one).toEqual({ bound: 200 })
  expect(withChange(defaults, one, 'bound', 100)).toEqual({})
  expect(withChange(defaults, one, 'ways', ['pix'])).toEqual({ bound: 200 })
})

test.each([
  ['[1, 2]', { value: [1, 2] }],
  ['null', { value: null }],
  ['{', undefined],
  ['R$ 10', undefined],
])('%j that is typed is %j', (words, value) => {
  expect(typedValue(words)).toEqual(value)
})
