import { beforeEach, expect, test } from 'vitest'
import type { Break } from './limits.ts'
import { allowMeasuring, measurePurchase, notePaid, sincePaidMs } from './measuring.ts'
import { keepInBrowser } from './testing/test-browser.ts'

beforeEach(() => {
  keepInBrowser()
  globalThis.dataLayer = undefined
})

const first = { orderId: 'one', amount: 100, czflag: 0 }
const purchase = {
  event: 'Purchase',
  ecommerce: { transaction_id: 'one', value: 100, currency: 'BRL' },
}

test('4.12 a first top-up is a data-layer purchase once the player allows it, and its time is stored', () => {
  expect(sincePaidMs()).toBe(Infinity)
  notePaid()
  measurePurchase(first, [])
  expect(globalThis.dataLayer).toBeUndefined()
  expect(sincePaidMs()).toBeLessThan(5_000)
  allowMeasuring(true)
  measurePurchase({ ...first, orderId: 'two', czflag: 1 }, [])
  expect(globalThis.dataLayer).toBeUndefined()
  measurePurchase(first, [])
  expect(globalThis.dataLayer).toEqual([purchase])
  allowMeasuring(false)
  measurePurchase({ ...first, orderId: 'three' }, [])
  expect(globalThis.dataLayer).toHaveLength(1)
})

const held = (kind: Break['kind'], endsAt: string | null = null): Break => ({
  kind,
  product: kind === 'block' ? 'games' : null,
  startsAt: '2026-01-01T00:00:00.000Z',
  endsAt,
})

test.each([
  { breaks: [held('impeded')], measured: false },
  { breaks: [held('exclusion')], measured: false },
  { breaks: [held('time_out')], measured: false },
  { breaks: undefined, measured: false }, // unknown
  { breaks: [held('exclusion', '2026-01-02T00:00:00.000Z')], measured: true }, // it has ended
  { breaks: [held('block')], measured: true },
])('C23 of a player with $breaks a purchase is measured: $measured', ({ breaks, measured }) => {
  allowMeasuring(true)
  measurePurchase(first, breaks)
  expect(globalThis.dataLayer).toEqual(measured ? [purchase] : undefined)
})
