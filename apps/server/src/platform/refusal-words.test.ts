import { type RefusalCode, refusals } from '@palpite/contract'
import { textLanguages } from '@palpite/contract/languages'
import { expect, test } from 'vitest'
import { moneyFormats, refusalText } from './texts.ts'

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
] as const)('the refusal %s has in %s the text: %s', (code, lang, words) => {
  expect(refusalText(code, lang)).toBe(words)
})

test('no two refusals share a body status, except those distinguished by HTTP status', () => {
  const codes = Map.groupBy(Object.entries(refusals), ([, { status }]) => status)
  const shared = [...codes.values()]
    .filter((each) => each.length > 1)
    .map((each) => each.map(([code]) => code))
  expect(shared).toEqual([['fault', 'busy']])
})

test('an invalid input asks the player to check it, in their language', () => {
  expect(refusalText('bad_request', 'pt-BR', { field: 'amount' })).toBe('Confira os dados informados.')
  expect(refusalText('bad_request', 'en', { field: 'amount' })).toBe('Please check the input.')
})

test.each(textLanguages)('no player sees the name of a wire field, in %s', (lang) => {
  expect(refusalText('bad_request', lang, { field: 'username' })).not.toContain('username')
})

test('the limits of a withdrawal use the words of the specification', () => {
  expect(refusalText('withdraw_below_min', 'pt-BR', { minCents: 5_000 })).toBe(
    'Montante mínimo de retirada:R$50',
  )
  expect(refusalText('withdraw_above_max', 'pt-BR', { maxCents: 1_234_550 })).toBe(
    'Montante máximo de levantamento:R$12345,50',
  )
})

test.each([
  { lang: 'pt-BR', max: 'A aposta máxima aqui é R$ 12.345,50.', withdraw: 'R$12345,50' },
  { lang: 'en', max: 'The maximum stake here is R$12,345.50.', withdraw: 'R$12,345.50' },
  { lang: 'de', max: 'Der Höchsteinsatz ist hier 12.345,50 R$.', withdraw: '12.345,50 R$' },
  { lang: 'fr', max: 'La mise maximale ici est de 12 345,50 R$.', withdraw: '12 345,50 R$' },
  { lang: 'es', max: 'La apuesta máxima aquí es 12.345,50 R$.', withdraw: '12.345,50 R$' },
  { lang: 'it', max: 'La puntata massima qui è 12.345,50 R$.', withdraw: '12.345,50 R$' },
  { lang: 'ru', max: 'Максимальная ставка здесь 12 345,50 R$.', withdraw: '12 345,50 R$' },
  { lang: 'vi', max: 'Cược tối đa ở đây là 12.345,50 R$.', withdraw: '12.345,50 R$' },
  { lang: 'ja', max: 'ここでの最高賭け金はR$12,345.50です。', withdraw: 'R$12,345.50' },
] as const)('amounts in a refusal are written as in $lang', ({ lang, max, withdraw }) => {
  const values = { maxCents: 1_234_550 }
  expect(plain(refusalText('stake_above_max', lang, values))).toBe(max)
  expect(plain(refusalText('withdraw_above_max', lang, values))).toContain(withdraw)
})

test.each(textLanguages)('no refusal of %s contains a currency sign, except quoted ones', (lang) => {
  const values = { minCents: 1_234_550, maxCents: 1_234_550 }
  const texts = (Object.keys(refusals) as RefusalCode[]).map((code) => refusalText(code, lang, values))
  const written = plain(moneyFormats[lang].format(12_345.5))
  const others = texts.filter((text) => plain(text).replaceAll(written, '').includes('R$'))
  expect(others).toEqual(
    lang === 'pt-BR'
      ? ['Montante mínimo de retirada:R$12345,50', 'Montante máximo de levantamento:R$12345,50']
      : [],
  )
})

test('still shows a stored refusal from before amounts were in cents', () => {
  expect(refusalText('stake_above_max', 'en', { max: '400.00' })).toBe('The maximum stake here is 400.00.')
})

/** With plain spaces in place of non-breaking ones. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ')
