import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { draw } from '../../shared/testing/drawn.ts'
import { loadTexts } from '../../shared/text/text.ts'
import { quickStakes } from './stake.ts'
import { StakeField } from './StakeField.tsx'

await vi.hoisted(async () => (await import('../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))

const bounds = {
  minStakeCents: 10,
  maxStakeCents: 5_000_00,
  maxPayoutCents: 100_000_00,
  maxPaidStakeCents: 5_100_00,
}

test('a stake of R$ 1 or R$ 2 is one tap away', () => {
  const entries: string[] = []
  const setEntry = (entry: string) => void entries.push(entry)
  const stake = {
    entry: '5',
    setEntry,
    cents: 500,
    bounds,
    balanceCents: 0,
    mostCents: Infinity,
    problem: undefined,
  }
  const field = draw(createElement(StakeField, { stake }))
  field.press('R$\u00A01,00')
  field.press('R$\u00A02,00')
  expect(entries).toEqual(['1', '2'])
})

test.each([
  { own: {}, offered: [100, 200, 500, 1000] },
  { own: { minStakeCents: 200 }, offered: [200, 500, 1000] },
  { own: { maxPaidStakeCents: 499 }, offered: [100, 200] },
])('no stake is offered that the game does not take: $own', ({ own, offered }) => {
  expect(quickStakes({ ...bounds, ...own })).toEqual(offered)
})
