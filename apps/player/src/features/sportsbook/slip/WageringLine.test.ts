import { createElement } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shared/query.ts'
import { type UserInfo, userInfoKey } from '../../../shared/session.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { testLeg } from '../testing/test-leg.ts'
import { WageringLine } from './WageringLine.tsx'

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

const wagering: UserInfo['wagering'] = {
  ownLeftCents: 10_000,
  ownTotalCents: 10_000,
  bonusLeftCents: 4_000,
  bonusTotalCents: 4_000,
  isBonusAfter: true,
  bonusGrantCents: 2_000,
  bonusExpiresAt: null,
  maxBonusStakeCents: 5_000,
  sportsBps: 10_000,
  minPriceMilli: 1500,
  studiosBps: 10_000,
  smallGamesBps: 2_000,
  maxChanceBps: 6_667,
  bonusDays: 30,
}

/** The slip's wagering text for a single of R$ 60 at these odds. */
const said = (nowMilli: number, own: Partial<UserInfo['wagering']> = {}, cash = 100) => {
  queryClient.setQueryData(userInfoKey, {
    balance: cash + 20,
    freeBalance: 20,
    wagering: { ...wagering, ...own },
  })
  const view = { leg: testLeg('o1'), fixture: undefined, nowMilli, status: 'open' as const, move: undefined }
  const legs = [{ view: { ...view, mustAgree: false }, stakeCents: 6_000, bounds: {}, isUnanswered: false }]
  return draw(createElement(WageringLine, { legs, combined: undefined })).words.replaceAll(/\s+/g, ' ')
}

test('S28: the slip shows what its bet would wager of top-up and bonus, and why it would not count', () => {
  expect(said(1500)).toContain(
    'Quando sair o resultado, contam R$ 60,00 dos R$ 100,00 que faltam apostar do depósito.',
  )
  expect(said(1500, { ownLeftCents: 0, isBonusAfter: false })).toContain(
    'Quando sair o resultado, contam R$ 40,00 dos R$ 40,00 que faltam para liberar o bônus.',
  )
  expect(said(1499)).toContain('só dinheiro seu, com odds de 1,50')
  expect(said(1500, { ownLeftCents: 0, bonusLeftCents: 0 })).toBe('')
})

test("S28: the slip lists the top-up before the bonus, and the stake's bonus part that counts for neither", () => {
  expect(said(1500, { ownLeftCents: 3_000 }, 50)).toMatch(
    /contam R\$ 30,00 dos R\$ 30,00 que faltam apostar do depósito\. .*contam R\$ 20,00 dos R\$ 40,00 que faltam para liberar o bônus\. R\$ 10,00 saem do bônus e não contam/,
  )
  expect(said(1500)).not.toContain('saem do bônus')
})

test("S28: the slip states which stakes count, in the offer's words", () => {
  expect(said(1500)).toContain('Esportes contam 100%, jogos rápidos 20%, slots e crash 100%.')
})
