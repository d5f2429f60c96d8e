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
    at: '2026-11-20T12:00:00.000Z',
  }
  expect(draw(createElement(WalletRow, { record })).words).toMatch(shown)
})

test('3.19 a withdrawal in USDT says how much goes to which wallet address', () => {
  const record = {
    orderId: 'one',
    type: '11',
    status: '10',
    reason: null,
    amountCents: 20_000,
    feeCents: 500,
    method: 'USDT',
    payTo: 'TQn9Y2…bLSE',
    usdt: { amount: '38.000000', rate: '5.0000', network: 'TRC20', hash: null },
    promisedAt: null,
    at: '2026-11-20T12:00:00.000Z',
  } as const
  const { words } = draw(createElement(WalletRow, { record }))
  expect(words).toMatch(/Para TQn9Y2…bLSE · 38,00 USDT por TRC20, a R\$\s5,00/)
})
