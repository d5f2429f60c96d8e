import { createElement } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../shared/text/text.ts'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import type { Bet } from './bet.ts'
import { BetAmounts } from './BetAmounts.tsx'
import { BetCard } from './BetCard.tsx'
import { validStakeCents } from './valid-stake.ts'

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
beforeEach(() => openAddress('/registros'))

const open: Bet = {
  betId: '0123456789ABC',
  status: 'open',
  result: 1000,
  kind: 'single',
  folds: [1],
  isEachWay: false,
  isFree: false,
  boost: null,
  sold: null,
  unitStakeCents: 20_01,
  stakeCents: 20_01,
  returnCents: null,
  potentialReturnCents: 38_02,
  placedAt: '2026-11-22T15:00:00.000Z',
  settledAt: null,
  legs: [],
}
const settled = (result: number, returnCents: number): Bet => ({
  ...open,
  status: 'settled',
  result,
  returnCents,
})

test.each([
  { what: 'open', bet: open, valid: 20_01 },
  { what: 'won', bet: settled(10, 38_02), valid: 20_01 },
  { what: 'lost', bet: settled(20, 0), valid: 20_01 },
  { what: 'refunded', bet: settled(90, 20_01), valid: 0 },
  { what: 'drawn', bet: settled(0, 20_01), valid: 0 },
  { what: 'half lost', bet: settled(11, 10_00), valid: 10_01 },
  { what: 'half won', bet: settled(21, 29_02), valid: 10_01 },
])('of a bet that is $what, $valid cents were at risk', ({ bet, valid }) => {
  expect(validStakeCents(bet)).toBe(valid)
})

test('3.17 a bet shows amount, valid amount, what may be won, the expected win, its result and its date', () => {
  expect(draw(createElement(BetCard, { bet: open })).words).toMatch(
    /Aposta confirmada .* Valor R\$ 20,01 .*R\$ 38,02/,
  )
  const { words } = draw(createElement(BetAmounts, { bet: open }))
  expect(words).toContain('Valor válido R$ 20,01')
  expect(words).toContain('Ganho esperado + R$ 18,01')
  expect(words).toMatch(/22\/11 \d\d:\d\d/)
})
