import { expect, test } from 'vitest'
import { emptied } from './faces.ts'
import { nameIn } from './words.ts'

test.each([
  { language: 'pt-BR', name: 'Entrar', called: 'Entrar', notCalled: 'Entrar agora' },
  { language: 'de', name: 'Menu', called: 'Menü', notCalled: 'Menu' },
  { language: 'en', name: /^Depositar R\$\s100,00/, called: 'Deposit R$100.00', notCalled: 'Withdraw' },
  { language: 'vi', name: /^Depositar R\$\s100,00/, called: 'Nạp 100,00 R$', notCalled: 'Nạp tiền' },
] as const)(
  'a button named $name is found as $called in $language',
  ({ language, name, called, notCalled }) => {
    const pattern = nameIn(language, name)
    expect(pattern.test(called)).toBe(true)
    expect(pattern.test(notCalled)).toBe(false)
  },
)

test('an emptied answer has no rows and no next page, and keeps its figures', () => {
  expect(emptied([{ a: 1 }])).toEqual([])
  expect(emptied({ records: [1, 2], next: 'more', total: 3 })).toEqual({ records: [], next: null, total: 3 })
})
