import { PRICE_FORMS } from '@palpite/odds/price-forms'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from './languages.ts'
import { readLook, textPercents, writeLook } from './look.ts'

const anyLook = fc.record({
  theme: fc.constantFrom('dark', 'light', 'system'),
  textPercent: fc.constantFrom(...textPercents),
  motion: fc.constantFrom('on', 'off'),
  language: fc.constantFrom(...languages),
  odds: fc.constantFrom(...PRICE_FORMS),
  letterKeys: fc.constantFrom('on', 'off'),
})

describe('the display settings in a cookie', () => {
  test('are restored, whatever other cookies there are', () => {
    fc.assert(
      fc.property(anyLook, (look) => {
        expect(readLook(`a=1; look=${writeLook(look)}; b=2`)).toEqual(look)
      }),
    )
  })

  test.each(['', 'look=', 'look=theme%3Dneon&text=400', 'outlook=theme=light'])(
    'is dark, Portuguese and plain without a sound cookie: %s',
    (cookies) => {
      expect(readLook(cookies)).toEqual({
        theme: 'dark',
        textPercent: 100,
        motion: 'on',
        language: 'pt-BR',
        odds: 'decimal',
        letterKeys: 'on',
      })
    },
  )
})
