import type { Calls } from '@palpite/contract'
import { present } from '../../platform/assert.ts'
import type { Rewards } from '../rewards.ts'
import { selectLast, selectNow, selectPrizes } from './queries.ts'
import { dayIn, isDone, nextStreak, prizesOn, streakDayOf } from './rules.ts'

type CheckInPage = Calls['GET /api/app/rewards/checkIn']['data']

/** As many days back as a calendar of a month shows. */
const SHOWN_DAYS = 31

/** The streak of a player as it stands today, today being that of the player's zone. */
export async function readCheckIn({ deps }: Rewards, playerId: number, zone: string): Promise<CheckInPage> {
  const [dated, rows, moment] = await Promise.all([
    selectPrizes(deps.db),
    selectLast(deps.db, [playerId], SHOWN_DAYS),
    selectNow(deps.db),
  ])
  const today = dayIn(zone, present(moment[0], 'the moment').now)
  const prizes = prizesOn(dated, today)
  const [last] = rows
  const done = isDone(last, today)
  const next = nextStreak(last, today)
  return {
    today,
    isDone: done,
    streak: done ? (last?.streak ?? 0) : next - 1,
    streakDay: streakDayOf(done ? (last?.streak ?? 1) : next, prizes.length),
    prizes,
    days: rows.map(({ day }) => day),
  }
}
