import { expect, test } from 'vitest'
import {
  figuresOf,
  maskedCpf,
  maskedEmail,
  maskedName,
  maskedPhone,
  maskedTyped,
  maskedWords,
  periodsOf,
} from './rules.ts'

test.each([
  ['ana.souza@exemplo.com.br', 'a***@e***.br'],
  ['a@b', 'a***@b***'],
  ['', '***@***'],
])('the e-mail %j is shown as %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown)
})

test('computes revenue, deposits and payouts from the sums booked to the house’s accounts', () => {
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

test('a period shows each product, each payment rail and the cost of bonuses, with sums over the same amounts', () => {
  const line = (period: string, account: string, debitCents: number, creditCents: number) => ({
    period,
    account,
    debitCents,
    creditCents,
  })
  const [november, october, none] = periodsOf([
    line('2026-11', 'bets_open', 700, 1200),
    line('2026-11', 'fees', 1, 5),
    line('2026-11', 'games', 800, 500),
    line('2026-11', 'gifts', 260, 60),
    line('2026-11', 'pix_in', 5000, 30),
    line('2026-11', 'pix_in:second', 100, 0),
    line('2026-11', 'pix_out:second', 20, 900),
    line('2026-11', 'sportsbook', 400, 1400),
    line('2026-11', 'studio:neve', 10, 60),
    line('2026-11', 'usdt_out', 0, 60),
    line('2026-10', 'studio:neve', 7, 0),
  ])
  expect(november).toEqual({
    period: '2026-11',
    betsStakedCents: 1200,
    sportsbookCents: 1000,
    ownGamesCents: -300,
    studios: [{ studio: 'neve', cents: 50 }],
    studiosCents: 50,
    ggrCents: 750,
    bonusesGrantedCents: 260,
    bonusesBackCents: 60,
    ngrCents: 550,
    rails: [
      { rail: 'pix', inCents: 5000, inBackCents: 30, outCents: 0, outBackCents: 0 },
      { rail: 'pix:second', inCents: 100, inBackCents: 0, outCents: 900, outBackCents: 20 },
      { rail: 'usdt', inCents: 0, inBackCents: 0, outCents: 60, outBackCents: 0 },
    ],
    depositsCents: 5070,
    withdrawalsCents: 940,
    feesCents: 4,
  })
  expect(october).toMatchObject({ period: '2026-10', studiosCents: -7, ggrCents: -7, rails: [] })
  expect(none).toBeUndefined()
})

test.each([
  ['ligar em (11) 98765-4321 hoje', 'ligar em ***4321 hoje'],
  ['+55 11 98765-4321', '***4321'],
  ['11 3456-7890, ramal 12', '***7890, ramal 12'],
  ['55 (21) 9 8765 4321', '***4321'],
  ['R$ 1.234,56 em 30/11/2026, aposta 5ZJ7GBVQCK80G', 'R$ 1.234,56 em 30/11/2026, aposta 5ZJ7GBVQCK80G'],
])('what an operator typed is masked: %s', (typed, masked) => {
  expect(maskedTyped(typed)).toBe(masked)
})

test('a phone number shows its last four digits, a name its first word, a CPF its middle', () => {
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
])('the webhook body %s is shown as %s', (words, shown) => {
  expect(maskedWords(words)).toBe(shown)
})
