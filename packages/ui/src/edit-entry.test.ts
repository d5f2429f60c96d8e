import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editEntry } from './edit-entry.ts'
import { entryCents, entryOfCents, type MoneyEntry, showEntry } from './money-entry.ts'

type Mark = ',' | '.'
/**
 * The state of a text field: `|` is the caret, or the two ends of the selection, as in "1.2|34" and "|5|".
 */
type Field = { entry: MoneyEntry; shown: string; start: number; end: number }

const empty: Field = { entry: '', shown: '', start: 0, end: 0 }
const marks = [',', '.'] as const

const replace = (field: Field, [from, to]: readonly [number, number], put: string, mark: Mark): Field => {
  const text = field.shown.slice(0, from) + put + field.shown.slice(to)
  const edit = { entry: field.entry, decimalMark: mark, start: field.start, text, caret: from + put.length }
  const { entry, shown, caret } = editEntry(edit)
  return { entry, shown, start: caret, end: caret }
}

/** Types one key or pastes once, changing the text as a browser does before it tells us. */
const act = (field: Field, command: string, mark: Mark): Field => {
  const { start, end } = field
  const isDeletion = command === 'Backspace' || command === 'Delete'
  if (!isDeletion) return replace(field, [start, end], command, mark)
  if (start !== end) return replace(field, [start, end], '', mark)
  const chosen = command === 'Delete' ? ([start, end + 1] as const) : ([Math.max(0, start - 1), end] as const)
  return replace(field, chosen, '', mark)
}

const withCaret = ({ shown, start }: Field) => `${shown.slice(0, start)}|${shown.slice(start)}`

const fieldOf = (drawn: string, mark: Mark): Field => {
  const shown = drawn.replaceAll('|', '')
  const entry = shown.replaceAll(mark === ',' ? '.' : ',', '').replace(mark, '.')
  const start = drawn.indexOf('|')
  return { entry, shown, start, end: Math.max(start, drawn.lastIndexOf('|') - 1) }
}

const typed = (keys: string, mark: Mark) =>
  keys.split('').reduce((field, key) => act(field, key, mark), empty)

/** The position with this many digits after it: behind a digit, or before one where that is deleted. */
const caretBefore = (shown: string, digitsBehind: number, command: string) => {
  const places = Array.from({ length: shown.length + 1 }, (_, place) => place)
  const fitting = places.filter((place) => shown.slice(place).replace(/\D/g, '').length === digitsBehind)
  return (command === 'Delete' ? fitting.at(-1) : fitting[0]) ?? 0
}

/** The other language shows the same amounts with the two marks swapped. */
const mirrored = (text: string) => text.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','))

describe.each(marks)('with %s as the decimal mark', (mark) => {
  const inLanguage = (drawn: string) => (mark === ',' ? drawn : mirrored(drawn))

  test.each([
    { keys: '1234', shown: '1.234' },
    { keys: '10.50', shown: '10,50' },
    { keys: '10,50', shown: '10,50' },
    { keys: '10.', shown: '10,' },
    { keys: '10,', shown: '10,' },
    { keys: ',5', shown: '0,5' },
    { keys: '.05', shown: '0,05' },
    { keys: '1234,567', shown: '1.234,56' },
    { keys: '1,,5.0', shown: '1,50' },
    { keys: '007', shown: '7' },
    { keys: '12345678', shown: '1.234.567' },
    { keys: 'R$ 5-', shown: '5' },
  ])('typing $keys shows $shown', ({ keys, shown }) => {
    expect(withCaret(typed(keys, mark))).toBe(`${inLanguage(shown)}|`)
  })

  // As shown in pt-BR.
  test.each([
    { from: '1.234|', command: 'Backspace', to: '123|' },
    { from: '1.000|', command: 'Backspace', to: '100|' },
    { from: '1,5|', command: 'Backspace', to: '1,|' },
    { from: '1,|', command: 'Backspace', to: '1|' },
    { from: '7|', command: 'Backspace', to: '|' },
    { from: '|', command: 'Backspace', to: '|' },
    { from: '12.3|45', command: 'Backspace', to: '1.2|45' },
    { from: '12.|345', command: 'Delete', to: '1.2|45' },
    { from: '1|.234.567', command: 'Backspace', to: '|234.567' },
    { from: '1.|234', command: 'Backspace', to: '1|.234' },
    { from: '1|.234', command: 'Delete', to: '1.|234' },
    { from: '1|.005', command: 'Backspace', to: '|5' },
    { from: '1|,50', command: 'Backspace', to: '0|,50' },
    { from: '0|,50', command: '2', to: '2|,50' },
    { from: '10,|50', command: 'Backspace', to: '1.0|50' },
    { from: '1.234.567,|89', command: 'Backspace', to: '1.234.567|,89' },
    { from: '|1.234|', command: 'Backspace', to: '|' },
    { from: '1|.23|4', command: 'Delete', to: '1|4' },
    { from: '1.2|34', command: '9', to: '12.9|34' },
    { from: '|1.234', command: '9', to: '9|1.234' },
    { from: '1.|234', command: '9', to: '19|.234' },
    { from: '|123', command: '0', to: '|123' },
    { from: '1.234|.567', command: '9', to: '1.234|.567' },
    { from: '10,|50', command: '7', to: '10,|50' },
    { from: '1.0|50', command: ',', to: '10,|50' },
    { from: '1.0|50', command: '.', to: '10,|50' },
    { from: '1|.234', command: ',', to: '1|.234' },
    { from: '10|,50', command: '.', to: '10,|50' },
    { from: '1|0,5', command: ',', to: '1|0,5' },
    { from: '|50', command: ',', to: '0,|50' },
    { from: '|1.234|', command: '7', to: '7|' },
    { from: '1.2|3|4', command: 'x', to: '1.2|34' },
  ])('in $from, $command gives $to', ({ from, command, to }) => {
    expect(withCaret(act(fieldOf(inLanguage(from), mark), command, mark))).toBe(inLanguage(to))
  })

  test.each([
    { from: '|', text: '1.234,56', to: '1.234,56|' },
    { from: '|', text: '1,234.56', to: '1.234,56|' },
    { from: '|', text: '50.5', to: '50,5|' },
    { from: '|', text: '10,50', to: '10,50|' },
    { from: '|', text: 'R$ 1.000', to: '1.000|' },
    { from: '|', text: '1000', to: '1.000|' },
    { from: '|1.234|', text: '1.50', to: '1,50|' },
    { from: '1|', text: '000', to: '1.000|' },
    { from: '1|2', text: '50,50', to: '1|2' },
    { from: '1|', text: '50.5', to: '150,5|' },
    { from: '1,|', text: '25', to: '1,25|' },
    { from: '7|', text: 'abc', to: '7|' },
    { from: '7|', text: '12345678', to: '7|' },
  ])('pasting "$text" into $from gives $to', ({ from, text, to }) => {
    // Pasted text comes from elsewhere, so it does not depend on the language.
    expect(withCaret(act(fieldOf(inLanguage(from), mark), text, mark))).toBe(inLanguage(to))
  })

  test.each([
    { entry: '1234', start: undefined, text: '1.50', caret: 4, shown: '1,50' },
    { entry: '1234', start: 2, text: '9.50', caret: 4, shown: '9,50' },
    { entry: '1234', start: 1, text: '150', caret: 1, shown: '150' },
    { entry: '11', start: 1, text: '111', caret: 1, shown: '111' },
  ])('$text that is no edit of $entry at $start is parsed as a whole', ({ shown, ...edit }) => {
    const edited = editEntry({ ...edit, decimalMark: mark })
    expect(edited).toMatchObject({ shown: inLanguage(shown), caret: shown.length })
  })

  test('an amount typed digit by digit shows itself, and Backspace takes its last digit until none is left', () => {
    const amount = fc.integer({ min: 1, max: 999_999_999 }).map(entryOfCents)
    fc.assert(
      fc.property(amount, fc.constantFrom(...marks), (wished, keypadMark) => {
        let field = empty
        for (let length = 1; length <= wished.length; length += 1) {
          field = act(field, wished.charAt(length - 1).replace('.', keypadMark), mark)
          expect(withCaret(field)).toBe(`${showEntry(wished.slice(0, length), mark)}|`)
        }
        for (let length = wished.length - 1; length >= 0; length -= 1) {
          field = act(field, 'Backspace', mark)
          expect(withCaret(field)).toBe(`${showEntry(wished.slice(0, length), mark)}|`)
        }
      }),
    )
  })

  test('a digit deleted or put in anywhere leaves the others, and the caret between them', () => {
    const digits = fc.string({ unit: fc.constantFrom('1', '2', '5', '9'), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(digits, fc.nat(), fc.constantFrom('Backspace', 'Delete', '7'), (entry, drawn, command) => {
        const at = drawn % (entry.length + 1)
        const shown = showEntry(entry, mark)
        // Skips carets beside a grouping mark on the side of the deletion: there the caret only steps over
        // the mark.
        const behind = entry.slice(at)
        const start = caretBefore(shown, behind.length, command)
        const after = act({ entry, shown, start, end: start }, command, mark)
        const before = entry.slice(0, at)
        const put = command === '7' ? '7' : ''
        const head = (command === 'Backspace' ? before.slice(0, -1) : before) + put
        const tail = command === 'Delete' ? behind.slice(1) : behind
        expect(after.entry).toBe(head + tail)
        expect(after.shown.slice(0, after.start).replace(/\D/g, '')).toBe(head)
      }),
    )
  })

  test('whatever is done, the amount stays whole cents, shown as it is, with the caret inside', () => {
    const commands = '0 1 9 . , x Backspace Delete 1.234,56 50.5 10.'.split(' ')
    const step = fc.record({ command: fc.constantFrom(...commands), start: fc.nat(12), length: fc.nat(2) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let field = empty
        for (const { command, start, length } of steps) {
          const from = Math.min(start, field.shown.length)
          const chosen = { ...field, start: from, end: Math.min(from + length, field.shown.length) }
          field = act(chosen, command, mark)
          const cents = entryCents(field.entry)
          expect(Number.isSafeInteger(cents) && cents >= 0 && cents < 1_000_000_000).toBe(true)
          expect(field.entry).toMatch(/^((0|[1-9]\d*)(\.\d{0,2})?)?$/)
          expect(field.shown).toBe(showEntry(field.entry, mark))
          expect(field.start).toBeLessThanOrEqual(field.shown.length)
        }
      }),
    )
  })
})
