import { expect, test } from 'vitest'
import { oneOf, tileAfterKey } from './tile-after-key.ts'

const board = { columns: 5, rows: 5 }

test.each([
  { key: 'ArrowRight', from: 12, to: 13 },
  { key: 'ArrowLeft', from: 12, to: 11 },
  { key: 'ArrowDown', from: 12, to: 17 },
  { key: 'ArrowUp', from: 12, to: 7 },
  { key: 'Home', from: 12, to: 10 },
  { key: 'End', from: 12, to: 14 },
  { key: 'ArrowRight', from: 4, to: undefined },
  { key: 'ArrowLeft', from: 5, to: undefined },
  { key: 'ArrowDown', from: 20, to: undefined },
  { key: 'ArrowUp', from: 4, to: undefined },
  { key: 'Tab', from: 12, to: undefined },
])('$key leads from tile $from to $to', ({ key, from, to }) => {
  expect(tileAfterKey(key, from, board)).toBe(to)
})

test('the random pick chooses any remaining tile and no other', () => {
  expect([0, 0.34, 0.67, 0.999].map((random) => oneOf([3, 7, 9], random))).toEqual([3, 7, 9, 9])
  expect(oneOf([], 0.5)).toBeUndefined()
})
