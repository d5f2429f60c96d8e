import { expect, test } from 'vitest'
import { activityOf, emptyActivity, shownActivity, type TypedActivity } from './activity.ts'

const texts = { title: ' Copa ', summary: 'Um mês', how: 'Aposte\n\n Resgate ', rules: 'Uma vez por conta' }
const typed: TypedActivity = {
  ...emptyActivity,
  id: 'copa-2026',
  texts: { 'pt-BR': texts, en: texts },
  steps: [
    { key: 1, goal: '50.000,00', prize: '15' },
    { key: 2, goal: '10000', prize: '3' },
  ],
}

test('a typed activity has its lines as lists and its steps by their goals', () => {
  expect(activityOf(typed)).toEqual({
    activity: {
      id: 'copa-2026',
      counts: 'stakes',
      audience: 'all',
      art: 'football',
      texts: Object.fromEntries(
        ['pt-BR', 'en'].map((lang) => [
          lang,
          {
            title: 'Copa',
            summary: 'Um mês',
            how: ['Aposte', 'Resgate'],
            rules: ['Uma vez por conta'],
          },
        ]),
      ),
    },
    rules: [
      { place: 1, goal: 1_000_000, amount: 300 },
      { place: 2, goal: 5_000_000, amount: 1_500 },
    ],
  })
})

test.each<[string, Partial<TypedActivity>]>([
  ['a text is missing', { texts: { 'pt-BR': texts, en: { ...texts, rules: ' \n' } } }],
  ['an amount is none', { steps: [{ key: 1, goal: '100', prize: 'x' }] }],
  ['a step brings nothing', { steps: [{ key: 1, goal: '100', prize: '0' }] }],
  ['days are no whole number', { counts: 'check_ins', steps: [{ key: 1, goal: '2,5', prize: '1' }] }],
  ['its address is none', { id: 'Copa 2026' }],
])('an activity is not sent while %s', (_what, own) => {
  expect(activityOf({ ...typed, ...own })).toBeUndefined()
  expect(shownActivity({ ...typed, ...own }).activity.texts['pt-BR'].title).toBe('Copa')
})
