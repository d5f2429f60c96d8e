import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRealityCheck, requestBreak } from '../../../shared/reality-check.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { useAutoPlay } from './use-auto-play.ts'

await vi.hoisted(async () => (await import('../../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).living(await original<object>()),
)

const plan = {
  rounds: 10,
  stakeCents: 100,
  maxStakeCents: 100_000,
  onWinBps: null,
  onLossBps: null,
  stopProfitCents: null,
  stopLossCents: 2000,
} as const

const play = vi.fn((stakeCents: number) =>
  Promise.resolve({ stakeCents, payoutCents: stakeCents, balanceCents: 50_000 }),
)

/** A page with automatic play, rendered again after each event. */
const openPage = () => {
  const drawn: ReturnType<typeof useAutoPlay>[] = []
  const Page = () => {
    drawn.push(useAutoPlay(play))
    return null
  }
  const page = draw(createElement(Page))
  return {
    begin: () => {
      drawn.at(-1)?.begin(plan, 50_000)
      page.again()
    },
    pass: async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      page.again()
    },
    again: page.again,
    state: () => drawn.at(-1)?.state,
  }
}

/** Server rendering reads a store's initial state. */
const report = (isDue: boolean) => Object.assign(useRealityCheck.getInitialState(), { isDue })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { addEventListener: vi.fn(), removeEventListener: vi.fn() })
  openAddress('/dice')
  play.mockClear()
})
afterEach(() => {
  report(false)
  vi.useRealTimers()
})

test('no round starts while a reality check is due, and play continues after the answer', async () => {
  const page = openPage()
  page.begin()
  await page.pass(0)
  expect(play).toHaveBeenCalledTimes(1)
  report(true)
  page.again()
  await page.pass(60_000)
  expect(play).toHaveBeenCalledTimes(1)
  report(false)
  page.again()
  await page.pass(1000)
  expect(play).toHaveBeenCalledTimes(2)
})

test('a break requested in the reality check ends automatic play', async () => {
  const page = openPage()
  page.begin()
  await page.pass(0)
  requestBreak()
  page.again()
  expect(page.state()).toMatchObject({ status: 'ended', why: 'player', count: { played: 1 } })
  await page.pass(60_000)
  expect(play).toHaveBeenCalledTimes(1)
})
