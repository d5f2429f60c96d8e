import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryCents, entryOfCents, type PadKey, pressKey, readEntry, showEntry } from './money-entry.ts'

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

  test('never grows beyond a safe amount, whatever is pressed', () => {
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

describe('reading a pasted amount', () => {
  test.each([
    { text: 'R$ 1.234,56', mark: ',', cents: 123_456 },
    { text: '1,234.56', mark: '.', cents: 123_456 },
    { text: '1.000', mark: ',', cents: 100_000 },
    { text: '12.5', mark: ',', cents: 1250 },
    { text: '12,5', mark: ',', cents: 1250 },
    { text: '007', mark: ',', cents: 700 },
    { text: '-3', mark: ',', cents: 300 },
    { text: 'abc', mark: ',', cents: 0 },
  ] as const)('reads $text as $cents cents', ({ text, mark, cents }) => {
    expect(entryCents(readEntry(text, mark))).toBe(cents)
  })

  test.each([',', '.'] as const)('reads back what it shows, with %s as the mark', (mark) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (cents) => {
        expect(entryCents(readEntry(showEntry(entryOfCents(cents), mark), mark))).toBe(cents)
      }),
    )
  })
})
