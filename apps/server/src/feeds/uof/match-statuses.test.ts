import { expect, test } from 'vitest'
import { matchStatuses } from '../../sportsbook/index.ts'
import { uofMatchState } from './match-statuses.ts'

const LIVE = 1
const CLOSED = 4

test.each([
  { sport: 'football', code: 6, matchStatus: 1, period: 'half1' },
  { sport: 'football', code: 7, matchStatus: 3, period: 'half2' },
  { sport: 'football', code: 32, matchStatus: 4, period: undefined },
  { sport: 'football', code: 33, matchStatus: 4, period: undefined },
  { sport: 'football', code: 34, matchStatus: 5, period: undefined },
  { sport: 'basketball', code: 6, matchStatus: 1, period: 'half1' },
  { sport: 'basketball', code: 15, matchStatus: 3, period: 'quarter3' },
  { sport: 'american_football', code: 14, matchStatus: 1, period: 'quarter2' },
  { sport: 'table_tennis', code: 12, matchStatus: 1, period: 'set5' },
  { sport: 'table_tennis', code: 441, matchStatus: 1, period: 'set6' },
  { sport: 'table_tennis', code: 442, matchStatus: 1, period: 'set7' },
  { sport: 'baseball', code: 401, matchStatus: 1, period: 'inning1' },
  { sport: 'baseball', code: 402, matchStatus: 1, period: 'inning1' },
  { sport: 'baseball', code: 409, matchStatus: 1, period: 'inning5' },
  { sport: 'baseball', code: 418, matchStatus: 1, period: 'inning9' },
  { sport: 'baseball', code: 419, matchStatus: 4, period: undefined },
  { sport: 'baseball', code: 534, matchStatus: 1, period: 'inning4' },
  { sport: 'tennis', code: 13, matchStatus: 1, period: undefined },
  { sport: 'snooker', code: 21, matchStatus: 1, period: undefined },
] as const)(
  'code $code of $sport is match time $matchStatus in $period',
  ({ sport, code, matchStatus, period }) => {
    expect(uofMatchState(sport, LIVE, code)).toMatchObject({ matchStatus, period, ending: undefined })
  },
)

test.each([
  { code: 30, isPause: true },
  { code: 31, isPause: true },
  { code: 303, isPause: true },
  { code: 445, isPause: true },
  { code: 0, isPause: false },
  { code: 14, isPause: false },
  { code: 21, isPause: false },
])('code $code is a break: $isPause', ({ code, isPause }) => {
  expect(uofMatchState('basketball', LIVE, code).isPause).toBe(isPause)
})

test.each([
  { code: 92, ending: 'retired', winner: undefined },
  { code: 93, ending: 'walkover', winner: 'home' },
  { code: 94, ending: 'walkover', winner: 'away' },
  { code: 95, ending: 'retired', winner: 'away' },
  { code: 96, ending: 'retired', winner: 'home' },
  { code: 97, ending: 'disqualified', winner: 'away' },
  { code: 98, ending: 'disqualified', winner: 'home' },
  { code: 99, ending: undefined, winner: undefined },
  { code: 0, ending: undefined, winner: undefined },
  { code: 7, ending: undefined, winner: undefined },
] as const)(
  'a match that is over under code $code ended as $ending, won by $winner',
  ({ code, ending, winner }) => {
    const matchStatus = matchStatuses.finished
    expect(uofMatchState('table_tennis', CLOSED, code)).toMatchObject({ matchStatus, ending, winner })
  },
)
