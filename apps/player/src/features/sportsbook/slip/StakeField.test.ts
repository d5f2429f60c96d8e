import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Fixture } from '../../../shared/fixture.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { testLeg } from '../testing/test-leg.ts'
import { Refusal } from './StakeField.tsx'
import { outdated, viewOf } from './slip-rules.ts'

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

const leg = testLeg('7')
const match = (priceMilli: number, status: 'open' | 'suspended', matchStatus = 3) =>
  ({
    matchStatus,
    markets: [
      { marketId: '3', lineQuarters: null, status, outcomes: [{ outcomeId: '7', priceMilli, status }] },
    ],
  }) as unknown as Fixture

const moved = { kind: 'refused', code: 'price_changed', message: 'A odd mudou para 1,30.' } as const
const closed = {
  kind: 'refused',
  code: 'market_closed',
  message: 'Este mercado não aceita apostas.',
} as const

test.each([
  {
    what: 'whose price moved',
    state: moved,
    view: viewOf(leg, match(1300, 'open'), 'better'),
    helps: 'Aceite a nova odd e aposte de novo, ou remova a seleção.',
  },
  {
    what: 'whose price is back',
    state: moved,
    view: viewOf(leg, match(leg.priceMilli, 'open'), 'exact'),
    helps: 'O mercado está aberto: toque em Apostar para tentar de novo.',
  },
  {
    what: 'whose market is suspended',
    state: closed,
    view: viewOf(leg, match(1300, 'suspended'), 'better'),
    helps: 'Espere o mercado reabrir ou remova a seleção.',
  },
  {
    what: 'whose match is over',
    state: closed,
    view: viewOf(leg, match(1300, 'open', -1), 'better'),
    helps: 'O mercado encerrou: remova a seleção.',
  },
])('a refused live bet $what says that no bet was made, why, and what helps', ({ state, view, helps }) => {
  const { words } = draw(createElement(Refusal, { name: leg.outcomeId, state, view }))
  expect(words).toBe(`Aposta não feita! ${state.message} ${helps}`)
})

test('offline, a refused bet states only what is known', () => {
  const view = outdated(viewOf(leg, match(1300, 'open'), 'any'))
  expect(draw(createElement(Refusal, { name: leg.outcomeId, state: moved, view })).words).toBe(
    'Aposta não feita! A odd mudou para 1,30.',
  )
})
