import { expect, test } from 'vitest'
import { afterPoll } from './poll-odds.ts'

const at = new Date('2026-11-30T23:00:00.000Z')
const fine = { failures: 0, quotaLeft: null }

test.each([
  { what: 'each minute while the quota lasts', quotaLeft: 500, waitSeconds: 60 },
  { what: 'less often if the quota would not last the month', quotaLeft: 40, waitSeconds: 120 },
  { what: 'rarely once only the reserve is left', quotaLeft: 10, waitSeconds: 3600 },
  { what: 'each minute if no quota is reported', quotaLeft: undefined, waitSeconds: 60 },
])('polls $what', ({ quotaLeft, waitSeconds }) => {
  expect(afterPoll(fine, { status: 200, quotaLeft }, at).waitSeconds).toBe(waitSeconds)
})

test('failing polls are retried later and later, and a success resets that', () => {
  const failing = [503, 0, 429, 500, 500, 500].reduce(
    (all, status) => [...all, afterPoll(all.at(-1) ?? fine, { status, quotaLeft: undefined }, at)],
    [] as ReturnType<typeof afterPoll>[],
  )
  expect(failing.map(({ waitSeconds }) => waitSeconds)).toEqual([60, 120, 240, 480, 900, 900])
  expect(afterPoll(failing[5] ?? fine, { status: 200, quotaLeft: 400 }, at)).toMatchObject({ failures: 0 })
})

test('a refused account is retried after an hour, and its quota is remembered', () => {
  const refused = afterPoll({ failures: 0, quotaLeft: 3 }, { status: 401, quotaLeft: undefined }, at)
  expect(refused).toEqual({ failures: 1, quotaLeft: 3, waitSeconds: 3600 })
})
