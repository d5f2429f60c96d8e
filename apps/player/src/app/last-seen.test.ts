import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../shared/query.ts'
import { useToken } from '../shared/session.ts'
import { openAddress } from '../shared/testing/test-browser.ts'
import { keepLastSeen, lastSeenAt } from './last-seen.ts'

await vi.hoisted(async () => (await import('../shared/testing/test-browser.ts')).keepInBrowser())

const records = ['GET /api/app/order/records', 'pages']
const prices = ['GET /api/app/order/getPrices', {}]

/** What the browser keeps between visits. */
let stored: string | undefined
vi.stubGlobal('caches', {
  open: async () => ({ put: async (_: string, answer: Response) => void (stored = await answer.text()) }),
  match: async () => (stored === undefined ? undefined : new Response(stored)),
  delete: async () => void (stored = undefined),
})
const line = { onLine: true }
vi.stubGlobal('navigator', line)

/** A new visit: memory is empty. */
const visit = async (token: string, onLine: boolean) => {
  queryClient.clear()
  line.onLine = onLine
  useToken.setState({ token })
  await keepLastSeen()
}

const see = (queryKey: readonly unknown[], data: unknown) =>
  queryClient.fetchQuery({ queryKey, queryFn: () => data })

beforeEach(() => {
  openAddress('/registros')
  vi.useFakeTimers({ now: new Date('2026-11-23T15:00:00Z') })
  stored = undefined
})

// Pending writes finish before the clock changes.
afterEach(() => vi.runOnlyPendingTimersAsync())

const writtenDown = async () => {
  await vi.advanceTimersByTimeAsync(1500)
  await expect.poll(() => stored).toBeDefined()
}

test('offline, the last seen records are shown with their age, offers of money are not', async () => {
  await visit('ana', true)
  await see(records, { rows: [1] })
  await see(prices, [20])
  await writtenDown()
  const then = Date.now()
  vi.setSystemTime(then + 3_600_000)
  await visit('ana', false)
  expect(queryClient.getQueryData(records)).toEqual({ rows: [1] })
  expect(queryClient.getQueryData(prices)).toBeUndefined()
  const stop = new QueryObserver(queryClient, {
    queryKey: records,
    queryFn: () => Promise.reject(new Error('cut')),
  }).subscribe(() => undefined)
  expect(then - (lastSeenAt() ?? 0)).toBeLessThan(2000)
  stop()
})

test('online, no old data is shown', async () => {
  await visit('ana', true)
  await see(records, { rows: [1] })
  await writtenDown()
  await visit('ana', true)
  expect(queryClient.getQueryData(records)).toBeUndefined()
})

test("one player's data is not shown to the next", async () => {
  await visit('ana', true)
  await see(records, { rows: [1] })
  await writtenDown()
  const anas = stored
  useToken.setState({ token: '' })
  await vi.advanceTimersByTimeAsync(0)
  expect(stored).toBeUndefined()
  // A browser closed before it could delete.
  stored = anas
  await visit('bia', false)
  expect(queryClient.getQueryData(records)).toBeUndefined()
  expect(stored).toBeUndefined()
})

test('data older than a week is not shown', async () => {
  await visit('ana', true)
  await see(records, { rows: [1] })
  await writtenDown()
  vi.setSystemTime(Date.now() + 8 * 86_400_000)
  await visit('ana', false)
  expect(queryClient.getQueryData(records)).toBeUndefined()
})
