import { expect, test } from 'vitest'
import { adviceOf, selfQuestions } from './self-check.ts'

const withYes = (count: number) =>
  Object.fromEntries(selfQuestions.map((question, index) => [question, index < count]))

test.each([
  { yes: 0, advice: 'none' },
  { yes: 1, advice: 'some' },
  { yes: 2, advice: 'some' },
  { yes: 3, advice: 'many' },
  { yes: 6, advice: 'many' },
] as const)('$yes times yes advises: $advice', ({ yes, advice }) => {
  expect(adviceOf(withYes(yes))).toBe(advice)
})

test('gives no advice before every question is answered', () => {
  const [first, ...rest] = selfQuestions
  expect(adviceOf({})).toBeUndefined()
  expect(adviceOf(Object.fromEntries(rest.map((question) => [question, true])))).toBeUndefined()
  expect(adviceOf({ ...withYes(6), [first]: false })).toBe('many')
})
