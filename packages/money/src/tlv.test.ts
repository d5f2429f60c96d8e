import { expect, test } from 'vitest'
import { fieldValue, readTlv, writeTlv } from './tlv.ts'

test('reads fields one after the other, an empty one too', () => {
  expect(readTlv('00020126001002ab')).toEqual({
    ok: true,
    fields: [
      { id: '00', value: '01' },
      { id: '26', value: '' },
      { id: '10', value: 'ab' },
    ],
  })
  expect(readTlv('')).toEqual({ ok: true, fields: [] })
})

test.each([
  ['00AA', 0, false],
  ['AA02xx', 0, false],
  ['0A02xx', 0, false],
  ['000201zzzz', 6, false],
  ['000', 0, true],
  ['00020100', 6, true],
  ['000201015', 6, true],
  ['0002010105abcd', 6, true],
])('%s breaks at %d, by its end: %s', (text, at, overrun) => {
  expect(readTlv(text)).toEqual({ ok: false, at, overrun })
})

test('writes values of 1 to 99 characters', () => {
  expect(writeTlv([{ id: '00', value: 'a' }])).toBe('0001a')
  expect(writeTlv([{ id: '26', value: 'x'.repeat(99) }])).toBe(`2699${'x'.repeat(99)}`)
  for (const value of ['', 'x'.repeat(100)]) {
    expect(() => writeTlv([{ id: '26', value }])).toThrow(`must have 1 to 99 characters, has ${value.length}`)
  }
})

test('the first of two fields of one id counts', () => {
  const fields = [
    { id: '05', value: 'first' },
    { id: '05', value: 'second' },
  ]
  expect(fieldValue(fields, '05')).toBe('first')
  expect(fieldValue(fields, '06')).toBeUndefined()
})
