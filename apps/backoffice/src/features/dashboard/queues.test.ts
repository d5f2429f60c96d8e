import { expect, test } from 'vitest'
import { queueOf, urgencyOf } from './queues.ts'

const now = Date.parse('2026-11-27T12:00:00.000Z')

test('a queue shows its size, whether there are more, and its longest wait', () => {
  const items = [{ at: '2026-11-27T11:00:00.000Z' }, { at: '2026-11-27T09:00:00.000Z' }, { at: null }]
  expect(queueOf({ items, nextCursor: 'x' }, ({ at }) => at)).toEqual({
    count: 3,
    isMore: true,
    oldestAt: '2026-11-27T09:00:00.000Z',
  })
})

test.each([
  [{ count: 0, isMore: false, oldestAt: undefined }, 'none'],
  [{ count: 1, isMore: false, oldestAt: undefined }, 'waits'],
  [{ count: 1, isMore: false, oldestAt: '2026-11-27T09:00:00.000Z' }, 'waits'],
  [{ count: 1, isMore: false, oldestAt: '2026-11-27T07:59:00.000Z' }, 'late'],
] as const)('a queue of %j is %s after four hours of patience', (queue, urgency) => {
  expect(urgencyOf(queue, now, 4)).toBe(urgency)
})
