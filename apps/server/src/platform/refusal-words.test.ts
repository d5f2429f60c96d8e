import { expect, test } from 'vitest'
import { refusalText } from './texts.ts'

test.each([
  ['logged_out', 'pt-BR', 'O tempo de login expirou, por favor, faça login novamente'],
  ['logged_out', 'en', 'Login timed out, please log in again'],
  ['logged_out', 'es', 'Se agotó el tiempo de inicio de sesión, vuelva a iniciar sesión'],
  ['market_closed', 'es', 'Este mercado no está abierto a apuestas.'],
  ['market_closed', 'ru', 'На этот рынок ставки не принимаются.'],
  ['market_closed', 'pt-BR', 'Este mercado não está aberto para apostas.'],
  ['market_closed', 'en', 'This market is not open for betting.'],
  ['withdraw_locked', 'pt-BR', 'Sua fatura do jogo está sendo gerada, por favor, tente novamente mais tarde'],
  ['withdraw_none_left', 'pt-BR', 'Número de retiradas restantes hoje 0, tente novamente amanhã。'],
  ['withdraw_nothing', 'pt-BR', 'Sem valor de levantamento'],
] as const)('the refusal %s says in %s: %s', (code, lang, words) => {
  expect(refusalText(code, lang)).toBe(words)
})

test('what does not fit is to be checked, in the language of the player', () => {
  expect(refusalText('bad_request', 'pt-BR', { field: 'amount' })).toBe(
    'Confira os dados informados: amount.',
  )
  expect(refusalText('bad_request', 'en', { field: 'amount' })).toBe('Please check the input: amount.')
})

test('the bounds of a withdrawal follow the words of the specification', () => {
  expect(refusalText('withdraw_below_min', 'pt-BR', { min: '50' })).toBe('Montante mínimo de retirada:R$50')
  expect(refusalText('withdraw_above_max', 'pt-BR', { max: '200' })).toBe(
    'Montante máximo de levantamento:R$200',
  )
})
