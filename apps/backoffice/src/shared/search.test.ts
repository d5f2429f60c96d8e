import { expect, test } from 'vitest'
import { placeOf, soughtOf } from './search.ts'

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
  expect(soughtOf(typed)).toEqual(sought)
})

test.each([
  ['a+b@players.example', '/jogadores?busca=a%2Bb%40players.example'],
  ['0123456789abcdef0123456789abcdef', '/saques/a-caminho?aberto=0123456789abcdef0123456789abcdef'],
  ['nothing known', undefined],
])('%j leads to %j', (typed, place) => {
  expect(placeOf(typed, false)).toBe(place)
})

test('an order opens all its bank messages for operators who may read the books', () => {
  const order = '0123456789abcdef0123456789abcdef'
  expect(placeOf(order, true)).toBe(`/depositos/pedido?busca=${order}`)
})
