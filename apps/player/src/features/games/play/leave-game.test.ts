import { beforeEach, expect, test, vi } from 'vitest'
import { QueryObserver } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import { callKey } from '../../../shared/api/use-call.ts'
import { queryClient } from '../../../shared/query.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)

const { endWhenLeft } = await import('./leave-game.ts')

const stopCall = '/api/app/game/stopGame'
const inPlayKey = callKey('GET /api/app/game/inPlay')

/** The page events that a game receives. */
const openPage = (answers: Parameters<typeof openServer>[0] = {}) => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const server = openServer({ [stopCall]: { data: { code: 'onca' } }, ...answers })
  return {
    sent: () =>
      server.map(({ method, path, headers, init }) => ({
        asked: `${method} ${path}`,
        by: headers['Authorization'],
        outlivesPage: init.keepalive === true,
      })),
    hide: () => page.dispatchEvent(new Event('pagehide')),
    showAgain: () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
  }
}

beforeEach(() => {
  openAddress('/play?game=onca')
  queryClient.clear()
})

test('navigating to another page closes the game, so a withdrawal is not blocked', async () => {
  const page = openPage()
  queryClient.setQueryData(inPlayKey, { code: 'onca' })
  endWhenLeft({ onReturn: () => undefined })()
  expect(queryClient.getQueryData(inPlayKey)).toBeNull()
  await expect.poll(page.sent).toMatchObject([{ asked: `POST ${stopCall}`, by: 'ana' }])
})

test('closing the tab closes the game: the call outlives the page', () => {
  const page = openPage()
  endWhenLeft({ onReturn: () => undefined })
  page.hide()
  expect(page.sent()).toEqual([{ asked: `POST ${stopCall}`, by: 'ana', outlivesPage: true }])
})

test('a page restored by the browser reopens its game', () => {
  const page = openPage()
  const onReturn = vi.fn()
  endWhenLeft({ onReturn })
  page.showAgain()
  expect(onReturn).not.toHaveBeenCalled()
  page.hide()
  page.showAgain()
  expect(onReturn).toHaveBeenCalledOnce()
})

test('a game left during a round is offered again on home, as the server keeps it for that round', async () => {
  const inRound = { code: 'palpite-crash', hasOpenRound: true }
  openPage({ '/api/app/game/inPlay': { data: inRound } })
  queryClient.setQueryData(inPlayKey, inRound)
  const watched = new QueryObserver(queryClient, {
    queryKey: inPlayKey,
    queryFn: () => api('GET /api/app/game/inPlay', { loading: false }),
    staleTime: Infinity,
  }).subscribe(() => undefined)
  endWhenLeft({ onReturn: () => undefined })()
  expect(queryClient.getQueryData(inPlayKey)).toBeNull()
  await expect.poll(() => queryClient.getQueryData(inPlayKey)).toMatchObject(inRound)
  watched()
})
