import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { draw } from '../../../shared/testing/drawn.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import type { RowProps } from './row-props.ts'
import { RowTime } from './RowTime.tsx'
import { WideRow } from './WideRow.tsx'

await vi.hoisted(async () => (await import('../../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)
beforeAll(() => loadTexts('first', 'pt-BR'))

const played: RowProps['fixture'] = {
  fixtureId: '1',
  sport: 'football',
  competition: 'Copa Jequitibá',
  simulated: true,
  isOutright: false,
  title: null,
  participants: [],
  home: 'Pouso da Graúna',
  away: 'Passo da Juriti',
  startsAt: '2026-11-20T12:00:00.000Z',
  isDayOnly: false,
  matchStatus: 1,
  clock: { period: 'half1', minute: 10 },
  homeScore: 0,
  awayScore: 0,
  state: null,
  version: 1,
  marketCount: 0,
  markets: [],
}

test.each([
  { marketCount: 0, says: '1ºT 10’' },
  { marketCount: 1, says: '1ºT 10’ · 1 mercado' },
  { marketCount: 125, says: '1ºT 10’ · 125 mercados' },
])('the row of a match with $marketCount markets says "$says"', ({ marketCount, says }) => {
  const { words } = draw(createElement(RowTime, { fixture: { ...played, marketCount } }))
  expect(words.trim()).toBe(says)
})

test.each([
  { marketCount: 0, counts: [] },
  { marketCount: 125, counts: ['+125'] },
])('on a desk the row of a match with $marketCount markets counts $counts', ({ marketCount, counts }) => {
  const props = { fixture: { ...played, marketCount }, markets: [], frozen: false }
  const { words } = draw(createElement(WideRow, props))
  expect(words.match(/\+\d+/g) ?? []).toEqual(counts)
})
