import { expect, test, vi } from 'vitest'
import { stopsPlay } from './use-paced-round.ts'

await vi.hoisted(async () => (await import('../../../shared/testing/test-browser.ts')).keepInBrowser())

test.each([
  'account_suspended',
  'blocked_by_policy',
  'documents_needed',
  'identity_not_confirmed',
  'impeded',
  'kyc_needed',
  'on_time_out',
  'owes_money',
  'product_blocked',
  'self_excluded',
])('a player refused as %s may take the stake of an untouched round back', (code) => {
  expect(stopsPlay(code)).toBe(true)
})

test.each(['time_limit', 'round_too_soon', 'insufficient_funds', undefined])(
  'a round refused as %s goes on',
  (code) => {
    expect(stopsPlay(code)).toBe(false)
  },
)
