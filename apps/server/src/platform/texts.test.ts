import { expect, test } from 'vitest'
import { refusalText } from './texts.ts'

test('numbers in a refusal use the decimal mark of its language', () => {
  expect(refusalText('limit_out_of_bounds', 'pt-BR', { minCents: 100 })).toBe(
    'Escolha um limite de pelo menos R$\u00a01,00.',
  )
  expect(refusalText('price_changed', 'pt-BR', { price: '1.85' })).toBe('A odd mudou para 1,85.')
  expect(refusalText('price_changed', 'en', { price: '1.85' })).toContain('1.85')
})

test('the literal texts of the specification keep whole reais', () => {
  expect(refusalText('withdraw_below_min', 'pt-BR', { minCents: 5_000 })).toBe(
    'Montante mínimo de retirada:R$50',
  )
})

test('values that are not numbers stay unchanged', () => {
  expect(refusalText('price_changed', 'pt-BR', { price: 'v1.2' })).toContain('v1.2')
})
