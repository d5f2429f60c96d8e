import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import type { Fixture, Market, Outcome } from '../../../shared/fixture.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { PriceButton } from './PriceButton.tsx'

vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)
vi.mock('virtual:texts/en/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('en'),
)

test.each([
  { language: 'pt-BR', says: 'Bahia vence, não aberto para apostas' },
  { language: 'en', says: 'Bahia vence, not open for betting' },
] as const)('an outcome that takes no bets says so in $language: $says', async ({ language, says }) => {
  await loadTexts('first', language)
  const outcome = {
    outcomeId: '7',
    code: 'home',
    name: 'Bahia',
    priceMilli: 1420,
    status: 'closed',
  } as Outcome
  const market = { status: 'closed', lineQuarters: null, outcomes: [outcome] } as unknown as Market
  const fixture = { home: 'Bahia', away: 'Vitória', markets: [market] } as Fixture
  const { html } = draw(createElement(PriceButton, { fixture, market, outcome, side: 'Bahia vence' }))
  expect(html).toContain(says)
  expect(html).toContain('disabled=""')
})

test('a suspended price shows a padlock, and is announced as suspended', async () => {
  await loadTexts('first', 'pt-BR')
  const outcome = { outcomeId: '7', code: 'home', name: 'Bahia', priceMilli: 1420, status: 'open' } as Outcome
  const market = { status: 'suspended', lineQuarters: null, outcomes: [outcome] } as unknown as Market
  const fixture = { home: 'Bahia', away: 'Vitória', markets: [market] } as Fixture
  const { html, words } = draw(createElement(PriceButton, { fixture, market, outcome, side: 'Bahia vence' }))
  expect(html).toContain('#lock-key-fill')
  expect(html).toContain('disabled=""')
  expect(words).toContain('Bahia vence, suspenso')
})
