import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callKey } from '../../shared/api/use-call.ts'
import { closeOverlay, openOverlayName } from '../../shared/overlays.ts'
import { queryClient } from '../../shared/query.ts'
import { keepInBrowser, openAddress } from '../../shared/testing/test-browser.ts'
import { heardBalance, heardFreeBalance } from './offer-top-up.ts'

const hourMs = 3_600_000

beforeAll(() => void vi.useFakeTimers()) // once: its clock goes on from test to test
afterAll(() => void vi.useRealTimers())
beforeEach(() => {
  keepInBrowser({ token: 'ana' })
  openAddress('/dice')
  vi.advanceTimersByTime(hourMs) // whoever was asked before is asked again
  policy(true)
})
afterEach(() => {
  closeOverlay()
  queryClient.clear()
})

const policy = (opensDepositByItself: boolean) =>
  queryClient.setQueryData(callKey('GET /api/app/protection/policy'), { opensDepositByItself })

const opened = async () => {
  await vi.advanceTimersByTimeAsync(2500)
  return openOverlayName()
}

test.each([
  { freeBalance: 0.5, opens: 'deposit' },
  { freeBalance: 0, opens: 'deposit' },
  { freeBalance: 0.51, opens: undefined },
])('a bonus of $freeBalance left after a stake opens $opens', async ({ freeBalance, opens }) => {
  heardFreeBalance(freeBalance)
  expect(await opened()).toBe(opens)
})

test.each([
  { balance: 9.99, opens: 'gameDeposit' },
  { balance: 10, opens: undefined },
])('a balance of $balance left after a stake opens $opens', async ({ balance, opens }) => {
  heardBalance(balance)
  expect(await opened()).toBe(opens)
})

test('a bonus that is spent is asked about once: the low balance told with it opens nothing more', async () => {
  heardFreeBalance(0.2)
  heardBalance(3)
  expect(await opened()).toBe('deposit')
  closeOverlay()
  heardBalance(2)
  expect(await opened()).toBeUndefined()
})

test('where the policy forbids that a deposit opens by itself, none opens', async () => {
  policy(false)
  heardFreeBalance(0.2)
  expect(await opened()).toBeUndefined()
})
