import { expect, test } from 'vitest'
import { askedOf, placeOf, placeOfPerson, parseSearch } from './search.ts'

test.each([
  [' Ana@Players.example ', { kind: 'email', id: 'ana@players.example' }],
  ['529.982.247-25', { kind: 'cpf', id: '52998224725' }],
  ['52998224725', { kind: 'cpf', id: '52998224725' }],
  ['0123456789abc', { kind: 'publicId', id: '0123456789ABC' }],
  ['0123456789ABCDEF0123456789abcdef', { kind: 'order', id: '0123456789abcdef0123456789abcdef' }],
  ['#7', { kind: 'number', id: '7' }],
  ['42', { kind: 'number', id: '42' }],
  ['0', undefined],
  ['Ana Souza', undefined],
  ['', undefined],
])('%j is looked for as %j', (typed, sought) => {
  expect(parseSearch(typed)).toEqual(sought)
})

test.each([
  ['a+b@players.example', { person: 'a+b@players.example' }],
  ['529.982.247-25', { person: '52998224725' }],
  ['#7', { id: '7' }],
  ['0123456789abc', { id: '0123456789ABC' }],
  ['E18236120202611301234s0987654321', { id: 'E18236120202611301234s0987654321' }],
  ['Ana Souza', undefined],
  ['short', undefined],
])('%j asks for %j', (typed, asked) => {
  expect(askedOf(typed)).toEqual(asked)
})

test('each kind has its screen, and an order one that the operator may open', () => {
  const order = { kind: 'order', id: '0123456789abcdef0123456789abcdef' } as const
  expect(placeOf(order, true)).toBe(`/depositos/pedido?busca=${order.id}`)
  expect(placeOf(order, false)).toBe(`/saques/a-caminho?aberto=${order.id}`)
  expect(placeOf({ kind: 'bet', id: '1025' }, false)).toBe('/apostas?id=1025')
  expect(placeOf({ kind: 'round', id: '7' }, false)).toBe('/rodadas?id=7')
  expect(placeOf({ kind: 'player', id: '7' }, false)).toBe('/jogadores?busca=7')
  expect(placeOf({ kind: 'payment', id: 'E1' }, true)).toBe('/depositos?aberto=E1')
  expect(placeOfPerson('a+b@players.example')).toBe('/jogadores?busca=a%2Bb%40players.example')
})
