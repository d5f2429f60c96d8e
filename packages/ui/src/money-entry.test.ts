import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  entryCents,
  entryOf,
  entryOfCents,
  type PadKey,
  pressKey,
  readAmount,
  showEntry,
} from './money-entry.ts'

const press = (keys: readonly PadKey[]) => keys.reduce(pressKey, '')

describe('typing an amount on the pad', () => {
  test.each([
    { keys: ['1', '0', '0', '0'], cents: 100_000 },
    { keys: ['0', '0', '5'], cents: 500 },
    { keys: ['1', '0', 'mark', '5'], cents: 1050 },
    { keys: ['mark', '0', '5'], cents: 5 },
    { keys: ['1', 'mark', '2', '3', '4'], cents: 123 },
    { keys: ['1', 'mark', 'mark', '2'], cents: 120 },
    { keys: ['1', '2', 'delete'], cents: 100 },
    { keys: ['delete'], cents: 0 },
  ] as const)('$keys is $cents cents', ({ keys, cents }) => {
    expect(entryCents(press(keys))).toBe(cents)
  })

  test('never exceeds a safe amount, whatever is pressed', () => {
    const key = fc.constantFrom<PadKey>('0', '1', '9', 'mark', 'delete')
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), (keys) => {
        const cents = entryCents(press(keys))
        expect(Number.isSafeInteger(cents)).toBe(true)
        expect(cents).toBeGreaterThanOrEqual(0)
        expect(cents).toBeLessThan(1_000_000_000)
      }),
    )
  })
})

describe('reading a foreign amount', () => {
  test.each([
    { text: 'R$ 1.234,56', entry: '1234.56' },
    { text: '1,234.56', entry: '1234.56' },
    { text: '1.234.567', entry: '1234567' },
    { text: '1.000', entry: '1000' },
    { text: '1,000', entry: '1000' },
    { text: '0.500', entry: '0.50' },
    { text: '1234.567', entry: '1234.56' },
    { text: '12.5', entry: '12.5' },
    { text: '10,50', entry: '10.50' },
    { text: ',5', entry: '0.5' },
    { text: '10.', entry: '10.' },
    { text: '007', entry: '7' },
    { text: '-3', entry: '3' },
    { text: '１２３４．５', entry: '1234.5' }, // full-width, as keyboards of Japanese and Chinese write
    { text: '￥１，２３４．５６', entry: '1234.56' },
    { text: '१२३४.५६', entry: '1234.56' }, // Hindi
    { text: '๑,๒๓๔.๕', entry: '1234.5' }, // Thai
    { text: '٠٫٥', entry: '0.5' },
    { text: '1２३๔', entry: '1234' },
  ])('reads $text as $entry', ({ text, entry }) => {
    expect(entryOf(readAmount(text) ?? '')).toBe(entry)
  })

  test.each(['', 'abc', '10.50.00', '1.2,5', '1,234.567.890'])('reads no amount in "%s"', (text) => {
    expect(readAmount(text)).toBeUndefined()
  })

  test.each([',', '.'] as const)('reads every amount as it is shown, with %s as the mark', (mark) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (cents) => {
        const entry = entryOfCents(cents)
        expect(readAmount(showEntry(entry, mark))).toBe(entry)
      }),
    )
  })
})

test.each(['12345678', '1.234', '1.2.3'])('an entry does not hold %s', (digits) => {
  expect(entryOf(digits)).toBeUndefined()
})
