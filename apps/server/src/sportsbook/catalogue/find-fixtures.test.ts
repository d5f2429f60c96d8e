import { expect, test } from 'vitest'
import { foldText } from './find-fixtures.ts'

test.each([
  ['São Paulo', 'sao paulo'],
  ['Kovač', 'kovac'],
  ['Ipê Amarelo', 'ipe amarelo'],
  ['Ångström', 'angstrom'],
])('%s is found by %s', (name, typed) => {
  expect(foldText(name)).toBe(typed)
})
