import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { loadLanguage } from '../../../shared/text/text.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { testLeg } from '../testing/test-leg.ts'
import { SlipButton } from './SlipButton.tsx'
import { faceOf } from './slip-rules.ts'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
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
  { language: 'pt-BR', says: 'Por favor, insira o valor da aposta!' },
  { language: 'en', says: 'Please enter the bet amount!' },
] as const)('a slip without an amount asks for it in $language', async ({ language, says }) => {
  await loadLanguage(language)
  const face = faceOf(testLeg('7'), undefined, 'better')
  const legs = [{ face, stakeCents: 0, bounds: {}, isUnanswered: false }]
  const slip = draw(createElement(SlipButton, { legs, balanceCents: 10_000, remove: () => undefined }))
  expect(slip.words).toBe(says)
})
