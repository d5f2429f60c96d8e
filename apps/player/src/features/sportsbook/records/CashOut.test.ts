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

/** What the cash-out of an open bet says once its player has asked for it, while so much is still to be wagered. */
const opened = (left: { ownLeftCents: number; bonusLeftCents: number }): string => {
  queryClient.setQueryData(userInfoKey, { balance: 100, freeBalance: 0, wagering: left })
  const drawn = draw(createElement(CashOut, { bet: testBet, state: { offer, levels: [] } }))
  drawn.press('Encerrar por R$\u00A010,13')
  drawn.again()
  return drawn.words
}

test('the button that sells a bet stands right below its value, above the levels at which it is sold by itself', () => {
  expect(opened({ ownLeftCents: 0, bonusLeftCents: 0 })).toMatch(
    /Valor justo agora.*Confirmar R\$ 10,13.*Quando o cash-out chegar a/,
  )
})

test('a bet is sold knowing that it will not count towards what is left to wager, and only where something is left', () => {
  const words = 'O que é encerrado não conta para o que falta apostar.'
  expect(opened({ ownLeftCents: 100_00, bonusLeftCents: 0 })).toContain(words)
  expect(opened({ ownLeftCents: 0, bonusLeftCents: 40_00 })).toContain(words)
  expect(opened({ ownLeftCents: 0, bonusLeftCents: 0 })).not.toContain(words)
})

test('a bet that has no value now says why: its odds are suspended, or it is a free bet', () => {
  const words = (isFree: boolean) =>
    draw(createElement(CashOut, { bet: { ...testBet, isFree }, state: { offer: undefined, levels: [] } }))
      .words
  expect(words(false)).toContain('odds suspensas. O valor volta quando elas voltarem.')
  expect(words(true)).toBe('Uma aposta grátis não tem cash-out.')
})
