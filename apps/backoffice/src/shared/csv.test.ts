import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+55 11', "'+55 11"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-cmd', "'-cmd"],
  [' =1+1', "' =1+1"],
  ['\u200B=1+1', "'\u200B=1+1"],
  ['＝1+1', "'＝1+1"],
  ['-12.50', '-12.50'],
  ['a "b", c', '"a ""b"", c"'],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['linha\noutra', '"linha\noutra"'],
  ['', ''],
])('a cell %j is written %j: no spreadsheet runs it', (cell, written) => {
  expect(csvOf(['head'], [[cell]])).toBe(`head\r\n${written}`)
})

test('each row is on its own line, below the head', () => {
  expect(
    csvOf(
      ['a', 'b'],
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ),
  ).toBe('a,b\r\n1,2\r\n3,4')
})
