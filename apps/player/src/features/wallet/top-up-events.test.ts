import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allowMeasuring } from '../../shared/measuring.ts'
import { queryClient } from '../../shared/query.ts'
import { beginSession } from '../../shared/session.ts'
import { keepInBrowser, openAddress, openServer } from '../../shared/testing/test-browser.ts'
import { onTopUpPaid } from './top-up-events.ts'

vi.mock('./payment/paid.ts', () => ({ showTopUpPaid: () => Promise.resolve() }))
vi.mock('../../shared/text/text.ts', async (original) => ({
  ...(await original<object>()),
  loadTexts: () => Promise.resolve(),
}))

beforeEach(() => {
  keepInBrowser({ token: 'ana' })
  openAddress('/conta')
  beginSession('ana')
  globalThis.dataLayer = undefined
})
afterEach(() => queryClient.clear())

const paid = { orderId: 'one', amount: 100, czflag: 0 }
const limits = (kinds: readonly string[]) => ({
  '/api/app/protection/limits': {
    http: 200,
    data: { breaks: kinds.map((kind) => ({ kind, product: null, startsAt: '', endsAt: null })) },
  },
})

test('C23 no call is made for a player who does not allow purchase measuring', async () => {
  const sent = openServer(limits([]))
  await onTopUpPaid(paid)
  expect(sent).toEqual([])
  expect(globalThis.dataLayer).toBeUndefined()
})

test("C23 a first top-up is measured by the server's current breaks, not the cached ones", async () => {
  allowMeasuring(true)
  const sent = openServer(limits([]))
  await onTopUpPaid(paid)
  await expect.poll(() => globalThis.dataLayer).toHaveLength(1)
  openServer(limits(['impeded']))
  await onTopUpPaid({ ...paid, orderId: 'two' })
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(globalThis.dataLayer).toHaveLength(1)
  expect(sent).toHaveLength(1)
})
