import { expect, test } from 'vitest'
import { figuresOf, maskedCpf, maskedEmail, maskedName, maskedPhone, maskedWords } from './rules.ts'

test.each([
  ['ana.souza@exemplo.com.br', 'a***@e***.br'],
  ['a@b', 'a***@b***'],
  ['', '***@***'],
])('the e-mail %j is shown as %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown)
})

test('works out what the house earned, took and paid from the sums booked to its accounts', () => {
  const came = {
    sportsbook: 1000,
    games: -300,
    'studio:own': 50,
    bets_open: 700,
    games_open: 9,
    gifts: -200,
    fees: 4,
    pix_in: -5000,
    'pix_in:second': -100,
    usdt_in: -40,
    pix_out: 900,
    usdt_out: 60,
    opening: -77,
  }
  const accounts = Object.entries(came).map(([account, cents]) => ({ account, cents }))
  expect(figuresOf(accounts)).toEqual({
    sportsbookCents: 1000,
    gamesCents: -250,
    ggrCents: 750,
    ngrCents: 550,
    depositsCents: 5140,
    withdrawalsCents: 960,
  })
})

test('a phone shows its last four digits, a name the first one, a CPF its middle', () => {
  expect(maskedPhone('+5511987654321')).toBe('***4321')
  expect(maskedName('Ana  Maria de Souza')).toBe('Ana M. d. S.')
  expect(maskedName('Ana')).toBe('Ana')
  expect(maskedCpf('52998224725')).toBe('***.982.247-**')
})

test.each([
  [
    '{"cpf":"52998224725","txid":"00000000000000000000000000000001"}',
    '{"cpf":"***.982.247-**","txid":"00000000000000000000000000000001"}',
  ],
  ['{"nome": "Ana Maria Souza"}', '{"nome": "Ana M. S."}'],
  ['{"nome":"Ana \\"Nina\\" Souza","valor":"1.00"}', '{"nome":"Ana \\. S.","valor":"1.00"}'],
  [
    '{"cnpj":"11.222.333/0001-81","outro":"11222333000181"}',
    '{"cnpj":"**.***.***/****-**","outro":"**.***.***/****-**"}',
  ],
  ['{"chave":"ana@mail.example"}', '{"chave":"a***@m***.example"}'],
  ['{"chave":"+5511987654321"}', '{"chave":"***4321"}'],
  ['{"info":"de 529.982.247-25 para mim"}', '{"info":"de ***.982.247-** para mim"}'],
  [
    '{"endToEndId":"E00000000202611291304aaaaaaaaaaa","valor":"100.00"}',
    '{"endToEndId":"E00000000202611291304aaaaaaaaaaa","valor":"100.00"}',
  ],
  ['not json, 52998224725', 'not json, ***.982.247-**'],
])('of the words %s a webhook shows %s', (words, shown) => {
  expect(maskedWords(words)).toBe(shown)
})
