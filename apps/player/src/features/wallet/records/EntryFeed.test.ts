import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shared/query.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { knowWallet } from '../testing/test-wallet.ts'
import { EntryFeed } from './EntryFeed.tsx'
import { type AccountEntry, reasonTexts } from './statement-parts.ts'

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
beforeEach(() => openAddress('/registros?tab=wallet&view=entries'))
afterEach(() => queryClient.clear())

const entry = (more: Partial<AccountEntry>): AccountEntry => ({
  id: `cash-${more.at}`,
  type: '199',
  reason: 'bet',
  game: null,
  betId: null,
  account: 'cash',
  amountCents: -500,
  beforeCents: 10_000,
  afterCents: 9_500,
  at: '2026-11-20T15:00:00.000Z',
  ...more,
})

const shown = (entries: readonly AccountEntry[], type = 'all') => {
  knowWallet()
  queryClient.setQueryData(['GET /api/app/user/entries', 'pages', type], {
    pages: [{ entries, next: null }],
    pageParams: [null],
  })
  return draw(createElement(EntryFeed))
}

test('the statement is grouped by day, each entry with reason and balance after it, bonus too', () => {
  const { words, html } = shown([
    entry({
      at: '2026-11-21T16:00:00.000Z',
      reason: 'game',
      type: '19',
      game: 'mines',
      amountCents: 250,
      afterCents: 9_750,
    }),
    entry({ at: '2026-11-20T15:00:00.000Z' }),
    entry({
      at: '2026-11-20T14:00:00.000Z',
      type: '13',
      reason: 'bonusTopUp',
      account: 'bonus',
      amountCents: 2_000,
      afterCents: 2_000,
    }),
  ])
  expect(words).toMatch(/Rodada de Mines .*\+ R\$ 2,50 Dinheiro R\$ 97,50/)
  expect(words).toMatch(/Aposta esportiva .*− R\$ 5,00 Dinheiro R\$ 95,00/)
  expect(words).toMatch(/Bônus do depósito .* Bônus \+ R\$ 20,00 Bônus R\$ 20,00/)
  expect(html.match(/<h2 class="px-4/g)).toHaveLength(2)
})

test('only an entry of a bet links to its ticket', () => {
  const { html, words } = shown([
    entry({ betId: '0123456789ABC' }),
    entry({ at: '2026-11-20T14:00:00.000Z', type: '13', reason: 'topUp', amountCents: 500 }),
  ])
  expect(html.match(/href="[^"]*bet=[^"]*"/g)).toEqual(['href="/registros?tab=sports&amp;bet=0123456789ABC"'])
  expect(words.match(/Ver aposta/g)).toHaveLength(1)
})

test('it is filtered by type, and its files stay available', () => {
  const { words } = shown([entry({})])
  expect(words).toMatch(/Tudo Depósitos Saques Esportes Jogos VIP Promoções/)
  expect(words).toMatch(/Baixar PDF Baixar CSV/)
})

test('without entries it says what will appear', () => {
  expect(shown([]).words).toContain('Nenhum lançamento ainda')
})

test('every reason has its own words', () => {
  expect(new Set(Object.values(reasonTexts)).size).toBe(Object.keys(reasonTexts).length)
})
