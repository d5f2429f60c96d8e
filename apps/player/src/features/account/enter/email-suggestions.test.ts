import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { suggestedEmails } from './email-suggestions.ts'

describe('e-mail suggestions', () => {
  test('offer every provider once a name is typed', () => {
    expect(suggestedEmails('')).toEqual([])
    expect(suggestedEmails('ana')).toHaveLength(14)
    expect(suggestedEmails('ana')[0]).toBe('ana@gmail.com')
  })

  test('are the fourteen providers of the specification, in its order', () => {
    const names = suggestedEmails('ana').map((email) => /@(\w+)\./.exec(email)?.[1])
    expect(names.join(' ')).toBe(
      'gmail hotmail outlook live yahoo icloud facebook me aol mac msn verizon att gmx',
    )
  })

  test.each([
    { typed: 'ana@g', offered: ['ana@gmail.com', 'ana@gmx.com'] },
    { typed: 'ana@m', offered: ['ana@me.com', 'ana@mac.com', 'ana@msn.com'] },
    { typed: 'ana@gmail.com', offered: [] },
    { typed: 'ana@empresa', offered: [] },
    { typed: '@gmail', offered: [] },
    { typed: 'ana@b@g', offered: [] },
    { typed: 'Ana@G', offered: ['Ana@gmail.com', 'Ana@gmx.com'] },
    { typed: 'ana@Hot', offered: ['ana@hotmail.com'] },
    { typed: 'ANA@GMAIL.COM', offered: [] },
  ])('for "$typed" are $offered', ({ typed, offered }) => {
    expect(suggestedEmails(typed)).toEqual(offered)
  })

  test('always complete the typed text', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        for (const offered of suggestedEmails(typed))
          expect(offered.toLowerCase().startsWith(typed.toLowerCase())).toBe(true)
      }),
    )
  })
})
