import { expect, test } from 'vitest'
import { fullNameOf } from './index.ts'

test.each([
  ['Joana da Silva', 'Joana da Silva'],
  ['  maria   e   sá ', 'maria e sá'],
  ["Antônio d'Ávila", "Antônio d'Ávila"],
  ['Ana-Luísa Sant’Anna', 'Ana-Luísa Sant’Anna'],
  ['Jó Bem-Te-Vi', 'Jó Bem-Te-Vi'],
  [`Joana ${'a'.repeat(114)}`, `Joana ${'a'.repeat(114)}`],
  ['Joa\u0303o Conceic\u0327a\u0303o', 'João Conceição'],
])('the full name %j is kept as %j', (typed, kept) => {
  expect(fullNameOf(typed)).toBe(kept)
})

test.each([
  'Jo',
  'Joana',
  'J. Silva',
  'J Silva',
  'Joana S',
  'Joana 2 Silva',
  'Joana <b>Silva',
  '-Joana Silva',
  "Joana Silva'",
  'Джоана Силва',
  '',
  `Joana ${'a'.repeat(115)}`,
  'Joana Maria S',
])('%j is no full name', (typed) => {
  expect(fullNameOf(typed)).toBeUndefined()
})
