import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callKey } from '../../shared/api/use-call.ts'
import { publishHere } from '../../shared/live.ts'
import { closeOverlays, openOverlayName } from '../../shared/overlays.ts'
import { queryClient } from '../../shared/query.ts'
import { draw } from '../../shared/testing/drawn.ts'
import { openAddress } from '../../shared/testing/test-browser.ts'
import { useWalletEvents } from './use-wallet-events.ts'

await vi.hoisted(async () =>
  (await import('../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react', async (original) =>
  (await import('../../shared/testing/drawn.ts')).living(await original<object>()),
)

beforeEach(() => {
  vi.useFakeTimers()
  openAddress('/dice')
  queryClient.setQueryData(callKey('GET /api/app/protection/policy'), { opensDepositByItself: true })
})
afterEach(() => {
  closeOverlays()
  vi.useRealTimers()
})

const Shell = () => {
  useWalletEvents()
  return null
}

test.each([
  { event: 'insBalance', says: { balance: 9.99 }, opens: 'gameDeposit' },
  { event: 'insBalance', says: { balance: 10 }, opens: undefined },
  { event: 'freeBalance', says: { freeBalance: 0.5 }, opens: 'deposit' },
  { event: 'freeBalance', says: { freeBalance: 0.51 }, opens: undefined },
] as const)('4.11 4.14 a push of $event with $says opens $opens', async ({ event, says, opens }) => {
  await import('./top-up-events.ts') // lazily loaded code is available
  draw(createElement(Shell))
  const at = { seq: 1, balanceVersion: 2 }
  if (event === 'insBalance') publishHere(event, { ...at, ...says })
  else publishHere(event, { ...at, ...says })
  await vi.advanceTimersByTimeAsync(2500)
  expect(openOverlayName()).toBe(opens)
})
