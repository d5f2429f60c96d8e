import { expect, test } from 'vitest'
import { dayGroups, nearnessOf } from './day-groups.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()

test('messages are grouped by local day, newest first, in their order', () => {
  const items = [at(22, 23), at(22, 0), at(21, 23), at(19, 12)].map((each) => ({ at: each }))
  expect(dayGroups(items).map(({ items: ofDay }) => ofDay.length)).toEqual([2, 1, 1])
  expect(dayGroups([])).toEqual([])
})

test.each([
  { day: at(22, 0), is: 'today' },
  { day: at(21, 23), is: 'yesterday' },
  { day: at(20, 23), is: 'earlier' },
])('$day is $is', ({ day, is }) => {
  expect(nearnessOf(day, new Date(2026, 10, 22, 1).getTime())).toBe(is)
})
