import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shared/query.ts'
import { callKey } from '../../../shared/api/use-call.ts'
import type { Fixture, Market, Outcome } from '../../../shared/fixture.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { MarketCard } from './MarketCard.tsx'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(async () => {
  await loadTexts('first', 'pt-BR')
  queryClient.setQueryData(callKey('GET /api/app/sportsbook/boosts'), {
    winnings: [],
    prices: [],
    earlyPayouts: [],
    insurances: [],
  })
})

const fixture = {
  fixtureId: '7',
  sport: 'football',
  home: { name: 'Porto Maracujá' },
  away: { name: 'Vila Jabuti' },
  matchStatus: 1,
  isOutright: false,
} as unknown as Fixture

const outcome = (code: string, own: Partial<Outcome> = {}): Outcome => ({
  outcomeId: code,
  code,
  name: '',
  priceMilli: 1900,
  status: 'suspended',
  result: null,
  ...own,
})

/** The card of both teams to score, closed, or suspended for a moment. */
const card = (isEnded: boolean, outcomes = [outcome('yes'), outcome('no')]) => {
  const market: Market = {
    marketId: '1',
    type: 'football.both_score',
    period: 'full',
    periodCode: 1,
    lineQuarters: null,
    side: null,
    status: 'suspended',
    outcomes,
  }
  const { type, period, side } = market
  const group = { key: type, type, period, side, markets: [market], isEnded }
  return draw(createElement(MarketCard, { fixture, group, pinned: false, startsOpen: true, frozen: false }))
}

test('a closed, unsettled market says Aguardando resultado, without a padlock', () => {
  const { words, html } = card(true)
  expect(words).toMatch(/Sim Aguardando resultado Não Aguardando resultado$/)
  expect(html).not.toContain('lock-key-fill')
  expect(html).not.toContain('data-locked')
})

test('a settled part shows its result', () => {
  const outcomes = [outcome('yes', { result: 10 }), outcome('no', { result: 20 })]
  expect(card(true, outcomes).words).not.toContain('Aguardando')
})

test('a market suspended by a goal keeps its padlock', () => {
  const { words, html } = card(false)
  expect(words).not.toContain('Aguardando')
  expect(html).toContain('data-locked')
})
