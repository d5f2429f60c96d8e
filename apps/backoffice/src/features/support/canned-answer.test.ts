import { describe, expect, test } from 'vitest'
import {
  cannedAnswersFor,
  type CannedAnswer,
  carriedOver,
  changesOf,
  filled,
  missingIn,
  soughtIn,
  textFor,
} from './canned-answer.ts'

const answer = (name: string, texts: CannedAnswer['texts'] = { 'pt-BR': name }): CannedAnswer => ({
  cannedAnswerId: name,
  name,
  texts,
  version: 1,
  changedBy: 1,
  changedAt: '2026-01-01T00:00:00.000Z',
})

test.each([
  { words: '/', sought: '' },
  { words: '/saq', sought: 'saq' },
  { words: ' /saq', sought: undefined },
  { words: '/saq ue', sought: undefined },
  { words: 'às 18/20', sought: undefined },
])('in "$words" the canned answer "$sought" is looked for', ({ words, sought }) => {
  expect(soughtIn(words)).toBe(sought)
})

test('finds by the beginning of the name, then within it, then in the text, without accents or case', () => {
  const all = [
    answer('limites', { 'pt-BR': 'O bônus não conta.' }),
    answer('meu-bonus'),
    answer('Bônus'),
    answer('saque'),
  ]
  expect(cannedAnswersFor(all, 'BONUS', 'pt-BR').map(({ name }) => name)).toEqual([
    'Bônus',
    'meu-bonus',
    'limites',
  ])
})

test('a player of a language without a text gets the Portuguese one', () => {
  const one = answer('oi', { 'pt-BR': 'Olá', en: 'Hello' })
  expect([textFor(one, 'en'), textFor(one, 'pt-BR'), textFor(one, 'ja')]).toEqual(['Hello', 'Olá', 'Olá'])
})

test.each([
  { text: 'Olá, {firstName}! Tudo bem?', firstName: 'Ana', says: 'Olá, Ana! Tudo bem?' },
  { text: 'Olá, {firstName}! Tudo bem?', firstName: null, says: 'Olá! Tudo bem?' },
  { text: '{firstName}, o saque caiu.', firstName: null, says: 'O saque caiu.' },
  { text: 'Obrigado, {firstName}.', firstName: null, says: 'Obrigado.' },
  { text: 'Oi {firstName}', firstName: '$1', says: 'Oi $1' },
])('"$text" for $firstName says "$says"', ({ text, firstName, says }) => {
  expect(filled(text, firstName)).toBe(says)
})

test.each([
  { typed: { name: 'saque', texts: { 'pt-BR': 'Olá, {firstName}' } }, missing: undefined },
  { typed: { name: '', texts: { 'pt-BR': 'Olá' } }, missing: 'name' },
  { typed: { name: 'dois nomes', texts: { 'pt-BR': 'Olá' } }, missing: 'name' },
  { typed: { name: 'saque', texts: { 'pt-BR': 'Olá', en: ' ' } }, missing: 'text' },
  { typed: { name: 'saque', texts: { 'pt-BR': 'Seu CPF {cpf}' } }, missing: 'placeholder' },
])('$typed lacks: $missing', ({ typed, missing }) => {
  expect(missingIn(typed)).toBe(missing)
})

describe('an edit of an older version', () => {
  const base = { name: 'saque', texts: { 'pt-BR': 'Um', en: 'One', de: 'Eins' } }
  const now = { name: 'saque', texts: { 'pt-BR': 'Um', en: 'Two', de: 'Eins' } }

  test('keeps what the newer one changed, and changes what it touched', () => {
    const typed = { name: 'saques', texts: { 'pt-BR': 'Outro', en: 'One' } }
    expect(carriedOver(typed, base, now)).toEqual({ name: 'saques', texts: { 'pt-BR': 'Outro', en: 'Two' } })
  })

  test('lists what differs from the newer version, part by part', () => {
    expect(changesOf(base, now)).toEqual([{ part: 'en', before: 'One', after: 'Two' }])
    expect(changesOf(base, base)).toEqual([])
  })
})
