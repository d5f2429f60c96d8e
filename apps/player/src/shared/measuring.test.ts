import { beforeEach, expect, test } from 'vitest'
import { allowMeasuring, notePaid, sincePaidMs } from './measuring.ts'
import { keepInBrowser } from './testing/test-browser.ts'

beforeEach(() => {
  keepInBrowser()
  globalThis.dataLayer = undefined
})

const first = { orderId: 'one', amount: 100, czflag: 0 }

test('4.12 a first top-up is a purchase in the data layer once the player allows it, and its time is kept', () => {
  expect(sincePaidMs()).toBe(Infinity)
  notePaid(first)
  expect(globalThis.dataLayer).toBeUndefined()
  expect(sincePaidMs()).toBeLessThan(5_000)
  allowMeasuring(true)
  notePaid({ ...first, orderId: 'two', czflag: 1 })
  expect(globalThis.dataLayer).toBeUndefined()
  notePaid(first)
  expect(globalThis.dataLayer).toEqual([
    { event: 'Purchase', ecommerce: { transaction_id: 'one', value: 100, currency: 'BRL' } },
  ])
  allowMeasuring(false)
  notePaid({ ...first, orderId: 'three' })
  expect(globalThis.dataLayer).toHaveLength(1)
})
