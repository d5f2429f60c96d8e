import { createElement } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { callKey } from '../../../shared/api/use-call.ts'
import { queryClient } from '../../../shared/query.ts'
import { userInfoKey } from '../../../shared/session.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { testUser } from '../../../shared/testing/test-user.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { testView } from '../testing/test-leg.ts'
import { combine } from './combined-rules.ts'
import { FreeBets } from './FreeBets.tsx'
import { InsuranceLine } from './InsuranceLine.tsx'

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
afterEach(() => queryClient.clear())

test('a free bet states that its profit is a bonus, its wagering multiple, own money only, and which stakes count', () => {
  queryClient.setQueryData(userInfoKey, testUser)
  const free = { freeBetId: 'a', stakeCents: 1_000, minPriceMilli: 1_500, kinds: ['single'], wageredTimes: 3 }
  const freeBets = [{ ...free, endsAt: '2026-12-01T00:00:00.000Z' }]
  queryClient.setQueryData(callKey('GET /api/app/sportsbook/freeBets'), freeBets)
  const legs = [{ view: testView(1), stakeCents: 0, bounds: {}, isUnanswered: false }]
  const { words } = draw(createElement(FreeBets, { legs, combined: undefined }))
  expect(words).toMatch(
    /Só o lucro é pago, como bônus: ele vira saldo quando você apostar 3 vezes esse valor com o seu próprio dinheiro\. Odds a partir de 1,50/,
  )
  expect(words).toContain('Esportes contam 100%, jogos rápidos 20%, slots e crash 100%.')
})

test('an insured parlay states that all other selections must win: a void one refunds nothing', () => {
  const insurances = [
    { minLegs: 2, minPriceMilli: 1_000, maxCents: 5_000, until: '2026-12-01T00:00:00.000Z' },
  ]
  const boosts = { winnings: [], prices: [], earlyPayouts: [], insurances }
  queryClient.setQueryData(callKey('GET /api/app/sportsbook/boosts'), boosts)
  const views = [testView(1), testView(2)]
  const placing = { unitStakeCents: 1_000, bounds: {}, isUnanswered: false, chosenFolds: [2] }
  const combined = combine({ mode: 'parlay', views, ...placing })
  expect(draw(createElement(InsuranceLine, { combined })).words).toContain(
    'Se só uma seleção perder e todas as outras ganharem, o valor volta, até R$ 50,00.',
  )
})
