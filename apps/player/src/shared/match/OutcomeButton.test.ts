import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import type { Fixture, Market, Outcome } from '../fixture.ts'
import { loadLanguage } from '../text/text.ts'
import { draw } from '../testing/drawn.ts'
import { OutcomeButton } from './OutcomeButton.tsx'

vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)
vi.mock('virtual:texts/en/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('en'),
)

test.each([
  { language: 'pt-BR', says: 'Bahia vence, não aberto para apostas' },
  { language: 'en', says: 'not open for betting' },
] as const)('an outcome that takes no bets says so in $language: $says', async ({ language, says }) => {
  await loadLanguage(language)
  const outcome = {
    outcomeId: '7',
    side: 'home',
    name: 'Bahia',
    priceMilli: 1420,
    status: 'closed',
  } as Outcome
  const market = { status: 'closed', lineQuarters: null, outcomes: [outcome] } as unknown as Market
  const fixture = { home: 'Bahia', away: 'Vitória', markets: [market] } as Fixture
  const { html } = draw(
    createElement(OutcomeButton, { fixture, market, outcome, chosen: false, onChoose: () => undefined }),
  )
  expect(html).toContain(says)
  expect(html).toContain('disabled=""')
})
