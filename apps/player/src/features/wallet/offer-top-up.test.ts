import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callKey } from '../../shared/api/use-call.ts'
import { closeOverlay, closeOverlays, openOverlay, openOverlayName } from '../../shared/overlays.ts'
import { notePaid } from '../../shared/measuring.ts'
import { queryClient } from '../../shared/query.ts'
import { beginSession } from '../../shared/session.ts'
import { keepInBrowser, openAddress } from '../../shared/testing/test-browser.ts'
import { onBalance, onFreeBalance } from './offer-top-up.ts'

const hourMs = 3_600_000

beforeAll(() => void vi.useFakeTimers()) // once: its clock continues from test to test
afterAll(() => void vi.useRealTimers())
beforeEach(() => {
  keepInBrowser({ token: 'ana' })
  openAddress('/dice')
  beginSession('ana')
  vi.advanceTimersByTime(hourMs) // a previously prompted player is prompted again
  policy(true)
})
afterEach(() => {
  closeOverlays()
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
  onFreeBalance(freeBalance)
  expect(await opened()).toBe(opens)
})

test.each([
  { balance: 9.99, opens: 'gameDeposit' },
  { balance: 10, opens: undefined },
])('a balance of $balance left after a stake opens $opens', async ({ balance, opens }) => {
  onBalance(balance)
  expect(await opened()).toBe(opens)
})

test('4.11 4.14 each push below its bound reopens its prompt, once the last one was closed', async () => {
  for (const [receive, overlay] of [
    [() => onBalance(3), 'gameDeposit'],
    [() => onBalance(2), 'gameDeposit'],
    [() => onFreeBalance(0.2), 'deposit'],
    [() => onFreeBalance(0.1), 'deposit'],
  ] as const) {
    receive()
    expect(await opened()).toBe(overlay)
    closeOverlay()
  }
})

test('4.11 an open prompt is not reopened, and no other replaces it', async () => {
  onBalance(3)
  onFreeBalance(0.2)
  onBalance(2)
  expect(await opened()).toBe('gameDeposit')
  closeOverlay()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(openOverlayName()).toBeUndefined()
})

test('4.11 there are no prompts for ten minutes after a payment, and no longer', async () => {
  notePaid()
  vi.advanceTimersByTime(9 * 60_000)
  onBalance(3)
  onFreeBalance(0.2)
  expect(await opened()).toBeUndefined()
  vi.advanceTimersByTime(60_000)
  onBalance(3)
  expect(await opened()).toBe('gameDeposit')
})

test('4.14 an open sheet stays: the prompt opens after it closes', async () => {
  openOverlay('limits')
  onFreeBalance(0.2)
  expect(await opened()).toBe('limits')
  closeOverlay()
  expect(openOverlayName()).toBe('deposit')
  closeOverlay()
  openOverlay('slip')
  onBalance(3)
  expect(await opened()).toBe('gameDeposit')
  closeOverlay()
  expect(openOverlayName()).toBe('slip') // as it was left
})

test('a prompt does not reach the next player', async () => {
  onBalance(3)
  beginSession('bia')
  policy(true)
  expect(await opened()).toBeUndefined()
})

test('if the policy forbids unsolicited deposits, none opens', async () => {
  policy(false)
  onFreeBalance(0.2)
  expect(await opened()).toBeUndefined()
})
