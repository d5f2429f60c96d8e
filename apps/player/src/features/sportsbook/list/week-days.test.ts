import { expect, test } from 'vitest'
import { formatWeekDay } from '../../../shared/format/time.ts'
import { houseZone, noonOf, weekDayOf } from './week-days.ts'
import { weekDays } from './use-place.ts'

/** Sunday, 22 November 2026, 21:30 in Brasília: it is Monday in London. */
const now = Date.UTC(2026, 10, 23, 0, 30)

test.each([
  { startsAt: '2026-11-23T02:59:00.000Z', day: undefined }, // today
  { startsAt: '2026-11-24T02:59:00.000Z', day: undefined }, // tomorrow
  { startsAt: '2026-11-24T03:00:00.000Z', day: '2' },
  { startsAt: '2026-11-30T02:00:00.000Z', day: '7' },
  { startsAt: '2026-12-01T12:00:00.000Z', day: undefined },
])('a match at $startsAt is on day $day of the week', ({ startsAt, day }) => {
  expect(weekDayOf(startsAt, now)).toBe(day)
})

test('the week is the six days after tomorrow, each with weekday and date', () => {
  const names = weekDays.map((day) => formatWeekDay(noonOf(day, now), 'pt-BR', houseZone))
  expect(names).toEqual(['ter. 24/11', 'qua. 25/11', 'qui. 26/11', 'sex. 27/11', 'sáb. 28/11', 'dom. 29/11'])
})
