import { expect, test } from 'vitest'
import { watchedPollMs } from './use-connection.ts'

test('what is watched is asked for often without a socket, and still now and then with one', () => {
  expect(watchedPollMs(false)).toBe(5000)
  expect(watchedPollMs(true)).toBe(20_000)
})
