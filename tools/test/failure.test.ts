import { expect, test } from 'vitest'
import { whyFailed } from './failure.ts'

test('the report of a failed action names its reason, not its last retry', () => {
  const message = [
    'TimeoutError: locator.click: Timeout 2000ms exceeded.',
    'Call log:',
    "  - waiting for getByRole('button')",
    '    - locator resolved to <button disabled>Bet</button>',
    '  - attempting click action',
    '    2 × waiting for element to be visible, enabled and stable',
    '      - element is not enabled',
    '    - retrying click action',
    '      - waiting 500ms',
  ].join('\n')
  expect(whyFailed({ message, stack: 'at slip.e2e.ts:12:3' })).toBe(
    'TimeoutError: locator.click: Timeout 2000ms exceeded. - locator resolved to <button disabled>Bet</button> - element is not enabled at slip.e2e.ts:12',
  )
})

test('the report of a failed expectation has its first line and the first test on the stack', () => {
  const stack = 'Error: no price\n    at until.ts:3:1\n    at prices.test.ts:40:9\n    at slip.test.ts:1:1'
  expect(whyFailed({ message: 'no price\nexpected 2', stack })).toBe('no price at prices.test.ts:40')
})
