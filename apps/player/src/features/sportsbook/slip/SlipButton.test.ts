import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { loadTexts } from '../../../shared/text/text.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { SlipButton } from './SlipButton.tsx'

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

test('while a bet is pending nothing else is sent, even if another page sent it', async () => {
  await loadTexts('first', 'pt-BR')
  const nothing = () => undefined
  const step = { kind: 'waiting' } as const
  const slip = draw(
    createElement(SlipButton, { step, stakeCents: 500, place: nothing, agree: nothing, remove: nothing }),
  )
  expect(slip.words).toBe('Enviando aposta')
})

test.each([
  { language: 'pt-BR', says: 'Por favor, insira o valor da aposta!' },
  { language: 'en', says: 'Please enter the bet amount!' },
] as const)('a slip without an amount asks for it in $language', async ({ language, says }) => {
  await loadTexts('first', language)
  const nothing = () => undefined
  const step = { kind: 'stake' } as const
  const slip = draw(
    createElement(SlipButton, { step, stakeCents: 0, place: nothing, agree: nothing, remove: nothing }),
  )
  expect(slip.words).toBe(says)
})

test('the one button accepts a changed price, showing the old odds struck through', async () => {
  await loadTexts('first', 'pt-BR')
  const pressed: string[] = []
  const step = { kind: 'agree', count: 1, odds: { beforeMilli: 1850, nowMilli: 1790 } } as const
  const slip = draw(
    createElement(SlipButton, {
      step,
      stakeCents: 500,
      place: () => pressed.push('place'),
      agree: () => pressed.push('agree'),
      remove: () => undefined,
    }),
  )
  expect(slip.words).toMatch(/^Aceitar nova odd 1,85 1,79$/)
  expect(slip.html).toMatch(/<s[^>]*>1,85<\/s>/)
  expect(slip.html.match(/<button/g)).toHaveLength(1)
  slip.press('Aceitar nova odd1,851,79')
  expect(pressed).toEqual(['agree'])
})

test.each([
  { what: 'a tap', detail: 1, says: ['place'] },
  { what: 'the second tap of two', detail: 2, says: [] },
  { what: 'a key', detail: 0, says: ['place'] },
])('$what on the bet button counts $says.length times', async ({ detail, says }) => {
  await loadTexts('first', 'pt-BR')
  const pressed: string[] = []
  const step = { kind: 'place', count: 1, stakeCents: 500, returnCents: 900 } as const
  const slip = draw(
    createElement(SlipButton, {
      step,
      stakeCents: 500,
      place: () => pressed.push('place'),
      agree: () => pressed.push('agree'),
      remove: () => undefined,
    }),
  )
  slip.press('Apostar R$\u00a05,00RetornoR$\u00a09,00', { detail })
  expect(pressed).toEqual(says)
})
