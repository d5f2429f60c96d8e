import { createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { callKey } from '../../../shared/api/use-call.ts'
import { queryClient } from '../../../shared/query.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { LimboPage } from '../limbo/LimboPage.tsx'
import { GameRules } from './GameRules.tsx'
import { MinesPage } from '../mines/MinesPage.tsx'
import { RowDoublePage } from '../row-double/RowDoublePage.tsx'

await vi.hoisted(async () => (await import('../../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)
vi.mock('virtual:texts/en/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('en'),
)

const games = [
  { game: 'mines', page: MinesPage, shows: ['Casa 25, fechada', '1,00×', 'RTP 98,67% a 99,44%'] },
  { game: 'rowDouble', page: RowDoublePage, shows: ['Difícil', '98%'] },
  { game: 'limbo', page: LimboPage, shows: ['1,00×', '99%'] },
] as const

beforeEach(async () => {
  openAddress('/mines')
  queryClient.clear()
  await loadTexts('first', 'pt-BR')
})

test.each(games)(
  'a visitor sees the table of $game before the server has told its terms',
  ({ page, shows }) => {
    const { words, html } = draw(createElement(page))
    for (const shown of shows) expect(`${words} ${html}`).toContain(shown)
    expect(words).toMatch(/Entrar$/)
  },
)

test.each([
  { language: 'pt-BR', says: 'Este jogo não está disponível para compra agora.' },
  { language: 'en', says: 'This game is not available for purchase right now.' },
] as const)('5.32 a game that is closed says in $language: $says', async ({ language, says }) => {
  await loadTexts('first', language)
  const bounds = { isOpen: false, minStakeCents: 1, maxStakeCents: 2, maxPayoutCents: 3 }
  const reported = [{ game: 'mines', ...bounds, returnToPlayer: 0.99 }]
  queryClient.setQueryData(callKey('GET /api/app/games/rules', { loading: false } as object), reported)
  expect(draw(createElement(MinesPage)).words).toContain(says)
})

test.each(games)('once $game is known to be closed, a visitor sees that', ({ game, page }) => {
  const bounds = { isOpen: false, minStakeCents: 1, maxStakeCents: 2, maxPayoutCents: 3 }
  const reported = [{ game, ...bounds, returnToPlayer: 0.99 }]
  queryClient.setQueryData(callKey('GET /api/app/games/rules', { loading: false } as object), reported)
  const { words } = draw(createElement(page))
  expect(words).toContain('Este jogo está em pausa')
  expect(words).toContain('Este jogo não está disponível para compra agora.')
})

test.each([
  { game: 'mines', idleHours: 48, said: 'Uma rodada fica aberta por 48 horas' },
  { game: 'rowDouble', idleHours: 1, said: 'Uma rodada fica aberta por 1 hora,' },
] as const)('the rules of $game say for how many hours a round stays open, as it is set', (of) => {
  const bounds = { isOpen: true, minStakeCents: 1, maxStakeCents: 2, maxPayoutCents: 3 }
  const reported = [{ game: of.game, ...bounds, returnToPlayer: 0.99, idleHours: of.idleHours }]
  queryClient.setQueryData(callKey('GET /api/app/games/rules', { loading: false } as object), reported)
  expect(draw(createElement(GameRules, { game: of.game })).words).toContain(of.said)
})
