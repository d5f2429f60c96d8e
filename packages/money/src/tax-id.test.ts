import { isValidCnpj as otherCnpj, isValidCpf as otherCpf } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hideTaxId,
  isValidCnpj,
  isValidCpf,
  maskCnpj,
  maskCpf,
  normaliseTaxId,
  stripTaxId,
  taxIdKind,
} from './tax-id.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))

describe('tax ids', () => {
  test.each(['52998224725', '11144477735', '12345678909'])('the CPF %s is valid', (id) => {
    expect(isValidCpf(id)).toBe(true)
    expect(taxIdKind(id)).toBe('CPF')
  })

  // A zero before or after weighs nothing, so only the length tells these from the right ones.
  test.each([
    '11111111111',
    '52998224726',
    '5299822472',
    '529.982.247-25',
    ' 52998224725',
    '052998224725',
    '',
  ])('"%s" is not a CPF', (id) => {
    expect(isValidCpf(id)).toBe(false)
  })

  test.each(['12ABC34501DE35', '11222333000181', '0000000000AZ80'])('the CNPJ %s is valid', (id) => {
    expect(isValidCnpj(id)).toBe(true)
    expect(taxIdKind(id)).toBe('CNPJ')
  })

  test.each([
    '12abc34501de35',
    '12ABC34501DE36',
    '12ABC34501DE3A',
    '00000000000000',
    '12.ABC.345/01DE-35',
    '012ABC34501DE35',
    '011222333000181',
    '000000000AZ80',
  ])('%s is not a CNPJ', (id) => {
    expect(isValidCnpj(id)).toBe(false)
    expect(taxIdKind(id)).toBeUndefined()
  })

  test('exactly one pair of check digits makes nine digits a CPF, the one another library finds too', () => {
    fc.assert(
      fc.property(digits(9), (body) => {
        const pairs = Array.from({ length: 100 }, (_, pair) => `${body}${String(pair).padStart(2, '0')}`)
        const valid = pairs.filter(isValidCpf)
        const known = ['12345678909']
        expect(valid).toHaveLength(/^(\d)\1*$/.test(body) ? 0 : 1)
        expect(valid.filter((id) => !known.includes(id)).every((id) => otherCpf(id))).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  test('agrees with another library on which CNPJ with letters are valid', () => {
    const body = fc.stringMatching(/^[0-9A-Z]{12}$/)
    fc.assert(
      fc.property(body, digits(2), (start, end) => {
        const id = `${start}${end}`
        expect(isValidCnpj(id)).toBe(otherCnpj(id, { version: 2 }))
      }),
      { numRuns: 300 },
    )
  })

  test('what people type is brought to its bare form', () => {
    expect(stripTaxId('12.abc.345/01de-35')).toBe('12abc34501de35')
    expect(stripTaxId('529 982.247-25')).toBe('52998224725')
    expect(normaliseTaxId(' 12.abc.345/01de-35 ')).toBe('12ABC34501DE35')
  })

  test('masks grow with what is typed and stop at the end', () => {
    expect(['5', '5299', '529982247', '52998224725', '529982247259'].map(maskCpf)).toEqual([
      '5',
      '529.9',
      '529.982.247',
      '529.982.247-25',
      '529.982.247-25',
    ])
    expect(maskCpf('52a9.98')).toBe('529.98')
    expect(['', '12', '12a', '12abc3', '12abc34501', '12*abc34501de35zz'].map(maskCnpj)).toEqual([
      '',
      '12',
      '12.A',
      '12.ABC.3',
      '12.ABC.345/01',
      '12.ABC.345/01DE-35',
    ])
  })

  test('hides the middle of an id from operators', () => {
    expect(hideTaxId('52998224725')).toBe('***.982.247-**')
    expect(hideTaxId('12ABC34501DE35')).toBe('**.ABC.345/****-**')
    expect(hideTaxId('529.982.247-25')).toBe('***.982.247-**')
    expect(hideTaxId('123')).toBe('***')
  })
})
