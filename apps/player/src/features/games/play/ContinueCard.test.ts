import { createElement } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callKey } from '../../../shared/api/use-call.ts'
import { useLoading } from '../../../shared/loading.ts'
import { queryClient } from '../../../shared/query.ts'
import { userInfoKey } from '../../../shared/session.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { showCall } from '../../../shared/testing/show-call.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { testUser } from '../../../shared/testing/test-user.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { ContinueCard } from './ContinueCard.tsx'

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
  queryClient.clear()
})

const inPlay = '/api/app/game/inPlay'
const open = { code: 'onca', name: 'Onça da Sorte', url: '/play?game=onca', balance: 12.5 }
const inPlayKey = callKey('GET /api/app/game/inPlay')

test('7.09 the open game is loaded without an indicator and cached, and home offers to continue it', async () => {
  const sent = openServer({ [inPlay]: { data: open } })
  const card = draw(createElement(ContinueCard))
  expect(card.words).toBe('')
  const asked = queryClient.getQueryCache().find({ queryKey: inPlayKey })?.fetch()
  expect(useLoading.getState().visible).toBe(false)
  await asked
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET ${inPlay}`])
  expect(queryClient.getQueryData(inPlayKey)).toEqual(open)
  card.again()
  expect(card.words).toContain('Onça da Sorte')
  card.press('Continuar')
  expect(location.pathname + location.search).toBe('/play?game=onca')
})

test('7.09 without an open game nothing is offered', () => {
  queryClient.setQueryData(inPlayKey, null)
  expect(draw(createElement(ContinueCard)).words).toBe('')
})

test('7.10 closing the open game reloads the user and the open game', async () => {
  const home = showCall('GET /api/app/game/inPlay', open)
  await expect.poll(() => queryClient.getQueryData(inPlayKey)).toEqual(open)
  const sent = openServer({
    '/api/app/game/stopGame': { data: { code: 'onca' } },
    [inPlay]: { data: null },
    '/api/app/user/userInfo': { data: { ...testUser, balance: 77, balanceVersion: 9 } },
  })
  draw(createElement(ContinueCard)).press('Encerrar')
  await expect.poll(() => queryClient.getQueryData(inPlayKey)).toBeNull()
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/app/game/stopGame',
    'GET /api/app/user/userInfo',
    `GET ${inPlay}`,
  ])
  expect(queryClient.getQueryData(userInfoKey)).toMatchObject({ balance: 77 })
  home.leave()
})
