import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../shared/text/text.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { WalletRow } from './WalletRow.tsx'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))

test.each([
  { type: '10', status: '00', shown: /^Depósito Pendente PIX · .* Pagar agora Pedir ajuda \+ R\$ 60,00$/ },
  { type: '10', status: '10', shown: /^Depósito Pago PIX · .* Pedir ajuda \+ R\$ 60,00$/ },
  { type: '10', status: '01', shown: /^Depósito Cancelado PIX · .* Pedir ajuda R\$ 60,00$/ },
  { type: '11', status: '00', shown: /^Saque Pendente PIX · .* taxa R\$ 1,80 Pedir ajuda − R\$ 60,00$/ },
  { type: '11', status: '01', shown: /^Saque Cancelado PIX · .* Pedir ajuda R\$ 60,00$/ },
  { type: '11', status: '99', shown: /^Saque Processando PIX · .* taxa R\$ 1,80 Pedir ajuda − R\$ 60,00$/ },
  { type: '11', status: '10', shown: /^Saque Pago PIX · .* taxa R\$ 1,80 Pedir ajuda − R\$ 60,00$/ },
] as const)('a record of type $type with status $status reads as it is', ({ type, status, shown }) => {
  const record = {
    orderId: 'one',
    type,
    status,
    reason: null,
    amountCents: 6_000,
    feeCents: type === '11' ? 180 : 0,
    method: 'PIX',
    payTo: null,
    usdt: null,
    promisedAt: null,
    isLate: false,
    at: '2026-11-20T12:00:00.000Z',
  }
  expect(draw(createElement(WalletRow, { record })).words).toMatch(shown)
})

test.each([
  { status: '10', reason: 'other_amount', shown: /Pago .* Chegou um valor diferente do pedido/ },
  { status: '10', reason: 'again', shown: /Pago .* O código foi pago mais de uma vez/ },
  { status: '10', reason: 'late', shown: /Pago .* O pedido já tinha terminado quando foi pago/ },
  { status: '10', reason: 'discount_used', shown: /Pago .* já tinha valido para outro depósito/ },
  { status: '10', reason: 'partly_taken_back', shown: /Devolvido em parte .* aqui está o que ficou/ },
  {
    status: '01',
    reason: 'taken_back',
    shown: /Depósito Devolvido .* O valor voltou para a conta que pagou/,
  },
] as const)('the record of a top-up that came or went otherwise explains it: $reason', (one) => {
  const record = {
    orderId: 'one',
    type: '10',
    status: one.status,
    reason: one.reason,
    amountCents: 6_000,
    feeCents: 0,
    method: 'PIX',
    payTo: null,
    usdt: null,
    promisedAt: null,
    isLate: false,
    at: '2026-11-20T12:00:00.000Z',
  } as const
  expect(draw(createElement(WalletRow, { record })).words).toMatch(one.shown)
})

test('3.19 a USDT withdrawal shows its amount and wallet address', () => {
  const record = {
    orderId: 'one',
    type: '11',
    status: '10',
    reason: null,
    amountCents: 20_000,
    feeCents: 500,
    method: 'USDT',
    payTo: 'TQn9Y2…bLSE',
    usdt: { amount: '38.000000', rate: '5.0000', network: 'TRC20', hash: `0x${'ab'.repeat(32)}` },
    promisedAt: null,
    isLate: false,
    at: '2026-11-20T12:00:00.000Z',
  } as const
  const { words, html } = draw(createElement(WalletRow, { record }))
  expect(words).toMatch(/Para TQn9Y2…bLSE · 38,00 USDT por TRC20, a R\$\s5,00/)
  expect(words).toContain('Transação 0xababab…ababab')
  expect(html).toContain('Copiar código da transação')
  const unsent = { ...record, status: '00', usdt: { ...record.usdt, hash: null } } as const
  expect(draw(createElement(WalletRow, { record: unsent })).words).not.toContain('Transação')
})

test.each([
  { isLate: false, shown: /Enviado até / },
  { isLate: true, shown: /Era para sair até .* Está atrasado e já estamos vendo\./ },
])(
  'a withdrawal under way says when it was promised for, and that it is late: $isLate',
  ({ isLate, shown }) => {
    const record = {
      orderId: 'one',
      type: '11',
      status: '00',
      reason: 'in_review',
      amountCents: 20_000,
      feeCents: 0,
      method: 'CPF',
      payTo: '***.456.789-**',
      usdt: null,
      promisedAt: '2026-11-20T14:00:00.000Z',
      isLate,
      at: '2026-11-20T12:00:00.000Z',
    } as const
    expect(draw(createElement(WalletRow, { record })).words).toMatch(shown)
  },
)
