import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callKey } from '../../../shared/api/use-call.ts'
import { queryClient } from '../../../shared/query.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { LastWins } from '../shell/LastWins.tsx'
import { RecentWins } from './RecentWins.tsx'

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
beforeEach(() => {
  openAddress('/home')
  openServer({})
})
afterEach(() => queryClient.clear())

/** R$ 25.00 staked at 1.0102×: R$ 25.25 returned, a gain of R$ 0.25. */
const win = {
  winId: 'w1',
  game: 'dice' as const,
  who: '•••07e8',
  stakeCents: 2500,
  payoutCents: 2525,
  multiplierE4: 10_102,
  at: '2026-11-27T12:00:00.000Z',
}

test('Últimos ganhos on home shows the gain beyond the stake, not the return', () => {
  queryClient.setQueryData(callKey('GET /api/app/games/wins'), [win])
  const { words } = draw(createElement(RecentWins))
  expect(words).toMatch(/Últimos ganhos Dice •••07e8 · 1,0102× R\$\s0,25$/)
})

test('Últimos ganhos of a game shows the gain beyond the stake, not the return', () => {
  const input = { params: { game: 'dice' as const } }
  queryClient.setQueryData(callKey('GET /api/app/games/wins/:game', input), [win])
  const { words } = draw(createElement(LastWins, { game: 'dice' }))
  expect(words).toMatch(/Últimos ganhos neste jogo •••07e8 · 1,0102× R\$\s0,25$/)
})
