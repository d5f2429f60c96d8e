import { expect, test } from 'vitest'
import { logCsv } from './log-words.ts'

test('the CSV log quotes every cell, also with quotes and commas inside', () => {
  expect(
    logCsv([
      ['2026-11-28T12:00:00.000Z', 'Perda (Dia): R$ 1.000,00', ''],
      ['2026-11-27T12:00:00.000Z', 'a "word"', 'one; two'],
    ]),
  ).toBe(
    '"2026-11-28T12:00:00.000Z","Perda (Dia): R$ 1.000,00",""\r\n"2026-11-27T12:00:00.000Z","a ""word""","one; two"\r\n',
  )
})
