import type { Calls } from '@palpite/contract'
import { present } from '../platform/errors.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { decideGrant, type GrantBatch, lockGrants, mayReceive, writeGrants } from './grants.ts'
import {
  type GrantRow,
  selectRequested,
  insertCheckIns,
  selectCheckInStreaks,
  selectLastCheckIns,
  selectNow,
  selectCheckInPrizes,
} from './queries.ts'
import type { OnBreak } from '../protection/index.ts'
import type { Rewards } from './settings.ts'
import {
  type DatedPrize,
  dayIn,
  isDone,
  type LastCheckIn,
  nextStreak,
  prizesOn,
  streakDayOf,
} from './rules.ts'

/** `zone` is the time zone that the client reports; days are counted in it. */
export type CheckIn = { playerId: number; requestId: string; zone: string }

type Checked = Calls['POST /api/app/rewards/checkIn']['data']
type CheckInRefusal =
  | 'checked_in_today'
  | 'request_mismatch'
  | 'blocked_by_policy'
  | 'kyc_needed'
  | OnBreak['refusal']['code']

type State = {
  batch: GrantBatch
  dated: readonly DatedPrize[]
  now: Date
  /** The last check-in of each player, including those of this list. */
  last: Map<number, LastCheckIn>
  requested: ReadonlyMap<string, GrantRow>
  /** The streaks of the check-ins that these requests made before, by player and day. */
  streaks: ReadonlyMap<string, number>
  answered: Map<string, Checked>
  checkIns: { playerId: number; day: string; streak: number }[]
}

/**
 * Checks players in once a day, counted in their time zone, and grants the day's prize for the length of the streak.
 * Answers in the order asked.
 */
export const checkIn = (rewards: Rewards, requests: readonly CheckIn[]) =>
  rewards.deps.db.begin(async (tx): Promise<Result<Checked, CheckInRefusal>[]> => {
    const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
    const batch = await lockGrants(rewards, tx, playerIds)
    const [dated, rows, requested, moment] = await Promise.all([
      selectCheckInPrizes(tx),
      selectLastCheckIns(tx, playerIds, 1),
      selectRequested(tx, {
        playerIds: requests.map(({ playerId }) => playerId),
        requestIds: requests.map(({ requestId }) => requestId),
      }),
      selectNow(tx),
    ])
    const repeated = requested.filter(({ kind }) => kind === 'check_in')
    // Lists without a repeated request, nearly all, need no further query.
    const streaks = repeated.length > 0 ? await selectCheckInStreaks(tx, repeated) : []
    const state: State = {
      batch,
      dated,
      now: present(moment[0], 'the moment').now,
      last: new Map(rows.map(({ playerId, ...row }) => [playerId, row])),
      requested: new Map(requested.map((row) => [`${row.playerId} ${row.requestId}`, row])),
      streaks: new Map(streaks.map(({ playerId, day, streak }) => [`${playerId} ${day}`, streak])),
      answered: new Map(),
      checkIns: [],
    }
    const answers = requests.map((request) => decide(state, request))
    await writeGrants(tx, batch)
    const { checkIns } = state
    if (checkIns.length > 0) {
      await insertCheckIns(tx, {
        playerIds: checkIns.map(({ playerId }) => playerId),
        days: checkIns.map(({ day }) => day),
        streaks: checkIns.map(({ streak }) => streak),
      })
    }
    return answers
  })

function decide(state: State, { playerId, requestId, zone }: CheckIn): Result<Checked, CheckInRefusal> {
  const { batch, dated, requested, streaks, answered, last } = state
  const name = `${playerId} ${requestId}`
  const again = answered.get(name)
  if (again) return ok(again)
  const before = requested.get(name)
  if (before) {
    if (before.kind !== 'check_in') return refuse('request_mismatch')
    const { sourceKey: day, step, amountCents } = before
    const streak = present(streaks.get(`${playerId} ${day}`), `the check-in of player ${playerId} on ${day}`)
    return ok({ day, streak, streakDay: step ?? 1, amountCents })
  }
  const allowed = mayReceive(batch, playerId, 'check_in')
  if (!allowed.ok) return allowed
  const day = dayIn(zone, state.now)
  const own = last.get(playerId)
  if (isDone(own, day)) return refuse('checked_in_today')
  const streak = nextStreak(own, day)
  const prizes = prizesOn(dated, day)
  const streakDay = streakDayOf(streak, prizes.length)
  const { amountCents } = present(
    prizes.find((prize) => prize.streakDay === streakDay),
    'a prize of each day in a row',
  )
  decideGrant(batch, { playerId, kind: 'check_in', sourceKey: day, step: streakDay, amountCents, requestId })
  const answer = { day, streak, streakDay, amountCents }
  last.set(playerId, { day, streak })
  answered.set(name, answer)
  state.checkIns.push({ playerId, day, streak })
  return ok(answer)
}

type CheckInPage = Calls['GET /api/app/rewards/checkIn']['data']

/** The most check-ins that the calendar of a month shows. */
const SHOWN_DAYS = 31

/** The check-in page: the streak, the prizes and the last check-ins, with today counted in the player's time zone. */
export async function readCheckIn({ deps }: Rewards, playerId: number, zone: string): Promise<CheckInPage> {
  const [dated, rows, moment] = await Promise.all([
    selectCheckInPrizes(deps.db),
    selectLastCheckIns(deps.db, [playerId], SHOWN_DAYS),
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
