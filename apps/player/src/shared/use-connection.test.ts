import { expect, test } from 'vitest'
import { isOutdated, vouching, watchedPollMs } from './use-connection.ts'

test('what is watched is polled often without a socket, and occasionally with one', () => {
  expect(watchedPollMs(false)).toBe(5000)
  expect(watchedPollMs(true)).toBe(20_000)
})

test.each([
  { what: 'a socket that stands', isUp: true, receivedAt: 0, updatedAt: 1000, now: 900_000, outdated: false },
  {
    what: 'an answer of nine seconds ago',
    isUp: false,
    receivedAt: 0,
    updatedAt: 1000,
    now: 10_000,
    outdated: false,
  },
  {
    what: 'an answer of ten seconds ago',
    isUp: false,
    receivedAt: 0,
    updatedAt: 1000,
    now: 11_000,
    outdated: true,
  },
  {
    what: 'a line lost nine seconds ago',
    isUp: false,
    receivedAt: 5000,
    updatedAt: 1000,
    now: 14_000,
    outdated: false,
  },
  {
    what: 'a line lost ten seconds ago',
    isUp: false,
    receivedAt: 5000,
    updatedAt: 1000,
    now: 15_000,
    outdated: true,
  },
  { what: 'nothing that ever came', isUp: false, receivedAt: 0, updatedAt: 0, now: 900_000, outdated: false },
])('with $what prices are locked: $outdated', ({ isUp, receivedAt, updatedAt, now, outdated }) => {
  expect(isOutdated({ isUp, receivedAt }, updatedAt, now)).toBe(outdated)
})

test('a socket does not guarantee matches that are shown but not watched', () => {
  const live = { isUp: true, receivedAt: 10_999 }
  expect(isOutdated(vouching(live, true), 1000, 11_000)).toBe(false)
  expect(isOutdated(vouching(live, false), 1000, 10_999)).toBe(false)
  expect(isOutdated(vouching(live, false), 1000, 11_000)).toBe(true)
})
