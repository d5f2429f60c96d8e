import { join } from 'node:path'
import { textLanguages } from '@palpite/contract/languages'
import { expect, test } from 'vitest'
import { doubtOf, readEntries, readLanguage, valuesOf } from './player-texts.ts'

const root = join(import.meta.dirname, '../../..')

test.each([
  { portuguese: 'Saldo: {amount}', text: 'Balance: {amount}', doubt: undefined },
  { portuguese: 'Saldo: {amount}', text: undefined, doubt: 'missing' },
  { portuguese: 'Saldo: {amount}', text: ' ', doubt: 'missing' },
  { portuguese: 'Saldo: {amount}', text: 'Balance: {cents}', doubt: 'values' },
  { portuguese: 'Saldo: {amount}', text: 'Balance', doubt: 'values' },
  {
    portuguese: '{count, plural, one {# aposta de {name}} other {# apostas de {name}}}',
    text: '{count, plural, other {{name}: #}}',
    doubt: undefined,
  },
  { portuguese: 'Sair', text: 'Log out from here', doubt: undefined }, // a word or two
  {
    portuguese: 'Sair da sua conta agora',
    text: 'Log out from your account on this device now',
    doubt: 'long',
  },
  { portuguese: 'Sair da sua conta agora', text: 'Log out from your account now', doubt: undefined },
])('the translation $text of $portuguese is flagged: $doubt', ({ portuguese, text, doubt }) => {
  expect(doubtOf(portuguese, text)).toBe(doubt)
})

test('the values of a message are found in its plural forms too', () => {
  expect(valuesOf('{count, plural, one {# de {name}} other {# de {name} em {day}}}')).toEqual([
    'count',
    'day',
    'name',
  ])
})

test("every player text is listed once, and nearly all of the app's with their modules", () => {
  const entries = readEntries(root)
  expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
  expect(new Set(entries.map(({ source }) => source)).size).toBe(9)
  const ofApp = entries.filter(({ source }) => source === 'app')
  const unplaced = ofApp.filter(({ usedIn }) => usedIn.length === 0)
  expect(ofApp.length).toBeGreaterThan(1500)
  expect(unplaced.map(({ key }) => key)).toEqual([])
  const refusal = entries.find(({ key }) => key === 'refusals: insufficient_funds')
  expect(refusal?.usedIn).toContain('packages/contract/src/refusals.ts')
})

test.each(textLanguages)('%s has every text, with the values of the Portuguese one', (language) => {
  const { texts, doubts } = readLanguage(root, language)
  expect(Object.keys(texts)).toEqual(readEntries(root).map(({ key }) => key))
  expect(Object.entries(doubts).filter(([, doubt]) => doubt !== 'long')).toEqual([])
})
