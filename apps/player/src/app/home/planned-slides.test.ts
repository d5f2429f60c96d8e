import { environmentManager, focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { callKey } from '../../shared/api/use-call.ts'
import { queryClient } from '../../shared/query.ts'
import { keepInBrowser, openAddress, openServer } from '../../shared/testing/test-browser.ts'
import { slidesKey } from './hero-slides.ts'
import { plannedSlides } from './planned-slides.tsx'

const banner = {
  bannerId: '1',
  place: 'home',
  audience: 'all',
  minVipLevel: 0,
  lang: 'pt-BR',
  title: 'A final',
  alt: 'Um estádio',
  action: 'Ver',
  href: '/mines',
  pictureId: 'a'.repeat(64),
}
const limitsKey = callKey('GET /api/app/protection/limits')

beforeEach(() => {
  keepInBrowser()
  openAddress('/home')
  environmentManager.setIsServer(() => false)
  queryClient.mount()
  queryClient.clear()
})
afterEach(() => queryClient.unmount())

/** The slides of an open home page, as its query holds them. */
function openHome() {
  const observer = new QueryObserver(queryClient, {
    queryKey: [slidesKey, true],
    queryFn: () => plannedSlides(true),
  })
  onTestFinished(observer.subscribe(() => undefined))
  return { shown: () => observer.getCurrentResult().data?.length }
}
const serve = (banners: readonly object[]) =>
  openServer({
    '/api/app/rewards/banners': { data: { banners } },
    '/api/app/protection/limits': { data: { noMarketing: false } },
  })

test.each([
  ['within three minutes', () => vi.advanceTimersByTimeAsync(180_000)],
  [
    'when the player returns to it',
    async () => {
      await vi.advanceTimersByTimeAsync(60_000)
      focusManager.setFocused(true)
      await vi.advanceTimersByTimeAsync(0)
    },
  ],
])('a banner that operators stopped leaves an open home page %s', async (_when, pass) => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    focusManager.setFocused(undefined)
  })
  serve([banner])
  const home = openHome()
  await vi.advanceTimersByTimeAsync(0)
  expect(home.shown()).toBe(1)
  serve([])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(home.shown()).toBe(1)
  await pass()
  expect(home.shown()).toBe(0)
})

test('banners go from an open home page once the player takes a break', async () => {
  serve([banner])
  queryClient.setQueryData(limitsKey, { noMarketing: false })
  const home = openHome()
  await expect.poll(home.shown).toBe(1)
  queryClient.setQueryData(limitsKey, { noMarketing: true })
  await expect.poll(home.shown).toBe(0)
})
