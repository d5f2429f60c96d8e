import { createElement } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shared/query.ts'
import { userInfoKey } from '../../../shared/session.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { testBet } from '../testing/test-bet.ts'
import { CashOut } from './CashOut.tsx'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).living(await original()),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
afterEach(() => queryClient.clear())

const offer = {
  betId: testBet.betId,
  quoteId: 'quote',
  offerCents: 10_13,
  fairCents: 10_66,
  minPartCents: 1_00,
  expiresAt: '2026-11-22T15:00:15.000Z',
}

/** The opened cash-out of a bet, with this much left to wager. */
const opened = (left: { ownLeftCents: number; bonusLeftCents: number }): string => {
  queryClient.setQueryData(userInfoKey, { balance: 100, freeBalance: 0, wagering: left })
  const drawn = draw(createElement(CashOut, { bet: testBet, state: { offer, levels: [] } }))
  drawn.press('Encerrar por R$\u00A010,13')
  drawn.again()
  return drawn.words
}

test('the sell button is directly below the value, above the automatic triggers', () => {
  expect(opened({ ownLeftCents: 0, bonusLeftCents: 0 })).toMatch(
    /Valor justo agora.*Confirmar R\$ 10,13.*Quando o cash-out chegar a/,
  )
})

test('selling warns that the bet will not count towards wagering, only if something is left', () => {
  const words = 'O que é encerrado não conta para o que falta apostar.'
  expect(opened({ ownLeftCents: 100_00, bonusLeftCents: 0 })).toContain(words)
  expect(opened({ ownLeftCents: 0, bonusLeftCents: 40_00 })).toContain(words)
  expect(opened({ ownLeftCents: 0, bonusLeftCents: 0 })).not.toContain(words)
})

test('a bet without a current value says why: suspended odds, or a free bet', () => {
  const words = (isFree: boolean) =>
    draw(createElement(CashOut, { bet: { ...testBet, isFree }, state: { offer: undefined, levels: [] } }))
      .words
  expect(words(false)).toContain('odds suspensas. O valor volta quando elas voltarem.')
  expect(words(true)).toBe('Uma aposta grátis não tem cash-out.')
})
