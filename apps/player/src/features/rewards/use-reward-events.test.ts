import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useAlerts } from '../../shared/alerts.ts'
import { callKey } from '../../shared/api/use-call.ts'
import { useLoading } from '../../shared/loading.ts'
import { closeOverlays, openOverlay, openOverlayName } from '../../shared/overlays.ts'
import { queryClient } from '../../shared/query.ts'
import { draw } from '../../shared/testing/drawn.ts'
import { openAddress, openServer } from '../../shared/testing/test-browser.ts'
import { loadTexts } from '../../shared/text/text.ts'
import { AwardSheet } from './awards/AwardSheet.tsx'
import { useRewardEvents } from './use-reward-events.ts'

await vi.hoisted(async () =>
  (await import('../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react', async (original) =>
  (await import('../../shared/testing/drawn.ts')).living(await original<object>()),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => {
  vi.useFakeTimers()
  openAddress('/home')
  queryClient.clear()
})
afterEach(() => {
  closeOverlays()
  useAlerts.setState({ waiting: [] })
  vi.useRealTimers()
})

const gift = '/api/app/main/userGift'
const channels = '/api/app/support/channels'

const Home = () => {
  useRewardEvents()
  return null
}
/** Home, with the server answering each of its calls in turn. */
const openHome = async (messagingLink: string | null, waiting: 0 | 1 = 1) => {
  const sent = openServer({ [gift]: { data: waiting }, [channels]: { data: { messagingLink } } })
  const home = draw(createElement(Home))
  await queryClient
    .getQueryCache()
    .find({ queryKey: callKey('GET /api/app/main/userGift') })
    ?.fetch()
  expect(useLoading.getState().visible).toBe(false)
  home.again()
  await queryClient
    .getQueryCache()
    .find({ queryKey: callKey('GET /api/app/support/channels') })
    ?.fetch()
  home.again()
  return sent
}

test('2.45 7.13 a second after userGift answered 1, without an indicator, the award opens', async () => {
  const sent = await openHome('https://wa.example/palpite')
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET ${gift}`, `GET ${channels}`])
  await vi.advanceTimersByTimeAsync(999)
  expect(openOverlayName()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(openOverlayName()).toBe('award')
})

test('2.45 without a messaging link the award opens too', async () => {
  await openHome(null)
  await vi.advanceTimersByTimeAsync(1000)
  expect(openOverlayName()).toBe('award')
})

test.each([
  { why: 'the messaging link is that of a manager', link: 'https://wa.example/manager-1', waiting: 1 },
  { why: 'userGift answers 0', link: null, waiting: 0 },
] as const)('2.45 7.13 no award comes up where $why', async ({ link, waiting }) => {
  await openHome(link, waiting)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(openOverlayName()).toBeUndefined()
})

test('2.45 an award does not replace an open overlay', async () => {
  await openHome(null)
  openOverlay('search')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(openOverlayName()).toBe('search')
})

test('2.45 a waiting award is claimed by its own call', async () => {
  const awards = {
    waiting: [
      {
        awardId: 'vip-1',
        kind: 'vip',
        type: 14,
        step: 1,
        activity: null,
        amountCents: 200,
        wageredTimes: 1,
        endsAt: null,
      },
    ],
  }
  queryClient.setQueryData(callKey('GET /api/app/rewards/awards'), awards)
  const claim = '/api/app/rewards/awards/claim'
  const sent = openServer({ [claim]: { data: { awardId: 'vip-1', amountCents: 200, wageredTimes: 1 } } })
  const sheet = draw(createElement(AwardSheet))
  expect(sheet.words).toMatch(/Chegou ao VIP 1 R\$ 2,00/)
  sheet.press('Resgatar')
  await expect.poll(() => useAlerts.getState().waiting.map(({ text }) => text)).toHaveLength(1)
  expect(useAlerts.getState().waiting[0]?.text).toMatch(/^Você recebeu R\$\s2,00 em bônus/)
  expect(sent[0]).toMatchObject({ method: 'POST', path: claim })
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
    awardId: 'vip-1',
    requestId: expect.stringMatching(/^[A-Za-z0-9_-]{16,64}$/) as string,
  })
})
