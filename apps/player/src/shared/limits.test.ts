import { expect, test } from 'vitest'
import { type Break, breakFor, type Limit, untilNextChange } from './limits.ts'
import { isOwnLimit } from './own-limits.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const later = '2026-12-28T12:00:00.000Z'
const one = (
  kind: Break['kind'],
  product: Break['product'] = null,
  endsAt: string | null = later,
): Break => ({
  kind,
  product,
  startsAt: '2026-11-01T12:00:00.000Z',
  endsAt,
})

test.each([
  { breaks: [one('time_out')], what: 'deposit', holds: 'time_out' },
  { breaks: [one('exclusion', null, null), one('time_out')], what: 'games', holds: 'exclusion' },
  { breaks: [one('impeded', null, null)], what: 'deposit', holds: 'impeded' },
  { breaks: [one('time_out', null, '2026-11-28T11:59:59.000Z')], what: 'games', holds: undefined },
  { breaks: [one('block', 'games')], what: 'games', holds: 'block' },
  { breaks: [one('block', 'games')], what: 'deposit', holds: undefined },
  { breaks: [one('block', 'games')], what: 'sports', holds: undefined },
  { breaks: [one('block', 'sports')], what: 'in_play', holds: 'block' },
  { breaks: [one('block', 'in_play')], what: 'sports', holds: undefined },
] as const)(
  '$breaks.0.kind of $breaks.0.product until $breaks.0.endsAt: $what',
  ({ breaks, what, holds }) => {
    expect(breakFor(breaks, what, now)?.kind).toBe(holds)
  },
)

test('refusals by a limit or a break link to the player’s limits, and no others', () => {
  expect(['deposit_limit', 'bet_count_limit', 'self_excluded'].every(isOwnLimit)).toBe(true)
  expect(['insufficient_funds', 'limit_not_due', undefined].some(isOwnLimit)).toBe(false)
})

const hour = 3_600_000
const at = (hours: number) => new Date(now + hours * hour).toISOString()
const waiting = (startsIn: number, endsIn: number): Limit => ({
  kind: 'loss',
  period: 'day',
  amount: 100,
  used: 0,
  pending: { amount: 200, startsAt: at(startsIn), isDue: startsIn <= 0, endsAt: at(endsIn) },
})

test.each([
  { name: 'nothing waits and no break holds', limits: [], breaks: [], ms: false },
  { name: 'the wait ends first', limits: [waiting(2, 26)], breaks: [one('time_out')], ms: 2 * hour + 1000 },
  { name: 'the second yes is soon too late', limits: [waiting(-2, 1)], breaks: [], ms: hour + 1000 },
  {
    name: 'a break ends first',
    limits: [waiting(5, 29)],
    breaks: [one('block', 'games', at(3))],
    ms: 3 * hour + 1000,
  },
  { name: 'the server was asked too early', limits: [], breaks: [one('time_out', null, at(-1))], ms: 5000 },
  { name: 'a break is for good', limits: [], breaks: [one('exclusion', null, null)], ms: false },
  { name: 'all is far away', limits: [waiting(20, 44)], breaks: [], ms: 12 * hour },
])('limits are asked again in time where $name', ({ limits, breaks, ms }) => {
  expect(untilNextChange({ limits, breaks }, now)).toBe(ms)
})
