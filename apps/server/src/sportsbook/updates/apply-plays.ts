import { isDeepStrictEqual } from 'node:util'
import type { SportState, SportStates } from '@palpite/contract'
import { present } from '../../platform/errors.ts'
import { audit } from '../../platform/audit.ts'
import type { Tx, Sql } from '../../platform/db/index.ts'
import { matchStatuses } from '../sports/match-status.ts'
import { outcomeOf, sportOf } from '../sports/table.ts'
import type { FixtureState } from '../sports/adapter.ts'
import {
  deleteLeads,
  upsertLeads,
  deleteOldMoments,
  insertMoments,
  insertTasks,
  LATE,
} from './results-queries.ts'
import { type LateBets, voidLateBets } from './late-bets-queries.ts'
import type { KeyedRefusal, PlayMessage, MatchSnapshot } from './messages.ts'
import * as queries from './queries.ts'
import type { KnownFixture } from './queries.ts'

/** A play message with new information about its fixture. */
type Different = {
  fixture: queries.KnownFixture
  before: FixtureState
  after: FixtureState
  isCorrected: boolean
  seenAt: Date | undefined
  isRefused: boolean
  course: readonly MatchSnapshot[]
}

/** The fixtures that plays changed, each with whether an event did it, and what operators are told of them. */
type Played = { changed: { id: number; hasEvent: boolean }[]; refused: KeyedRefusal[] }

/**
 * Writes changed plays, closes what is over, and queues changed results for resolution. Of a refused play nothing is
 * written: bets placed since its goal wait for operators.
 */
export async function applyPlays(
  tx: Tx,
  known: queries.Known,
  plays: readonly PlayMessage[],
): Promise<Played> {
  const all = plays.flatMap((play) => differenceOf(present(known.get(play.key), 'a fixture'), play))
  const different = all.filter(({ isRefused }) => !isRefused)
  if (different.length === 0) return { changed: [], refused: await voidLate(tx, all) }
  const outcomes = different.map(({ fixture, after }) => outcomeOf(fixture.sport, after))
  await queries.updatePlays(tx, {
    ids: different.map(({ fixture }) => fixture.id),
    matchStatuses: different.map(({ after }) => after.matchStatus),
    clockPeriods: different.map(({ after }) => after.clock?.period ?? null),
    minutes: different.map(({ after }) => after.clock?.minute ?? null),
    states: different.map(({ after }) => after.state && JSON.stringify(after.state)),
    homeScores: outcomes.map(({ homeScore }) => homeScore),
    awayScores: outcomes.map(({ awayScore }) => awayScore),
    winners: outcomes.map(({ winner }) => winner),
  })
  const corrected = different.filter(({ isCorrected }) => isCorrected)
  if (corrected.length > 0)
    await queries.reopenSettled(
      tx,
      corrected.map(({ fixture }) => fixture.id),
    )
  await keepLeads(tx, different)
  await keepMoments(tx, different)
  const closed = different.flatMap(closedBy)
  if (closed.length > 0) {
    await queries.closeMarkets(
      tx,
      closed.map(({ id }) => id),
      closed.map(({ period }) => period),
    )
  }
  const refused = await voidLate(tx, all)
  const changed = different.map(({ fixture, before, after }) => ({
    id: fixture.id,
    hasEvent: isEvent(before, after),
  }))
  return { changed, refused }
}

/**
 * Records each side's largest lead: a promotion pays by it however soon the lead is lost. A lead corrected away does
 * not count.
 */
async function keepLeads(tx: Tx, different: readonly Different[]): Promise<void> {
  const football = different.filter(({ fixture }) => fixture.sport === 'football')
  const corrected = football.filter(isGoalCancelled)
  if (corrected.length > 0)
    await deleteLeads(
      tx,
      corrected.map(({ fixture }) => fixture.id),
    )
  const leads = football.flatMap(({ fixture, after }) => {
    const [home, away] = scoreOf(after)
    if (!isRegularPlay(after.matchStatus) || home === away) return []
    return [{ fixtureId: fixture.id, code: home > away ? 'home' : 'away', goals: Math.abs(home - away) }]
  })
  if (leads.length > 0) await upsertLeads(tx, leads)
}

const scoreOf = ({ state }: FixtureState) => (state?.family === 'football' ? state.score : null) ?? [0, 0]

const isGoalCancelled = ({ before, after }: Different): boolean => {
  const [home, away] = scoreOf(before)
  const [homeNow, awayNow] = scoreOf(after)
  return homeNow < home || awayNow < away
}

/** From kick-off to the end of the second half; what follows does not count for 1X2. */
const isRegularPlay = (matchStatus: number): boolean =>
  matchStatus >= matchStatuses.firstHalf && matchStatus <= matchStatuses.secondHalf

/**
 * Voids bets placed between a goal and our receipt of it: the players may have seen it. Catches what the in-play
 * delay misses. Bets placed longer before our receipt wait for operators, who get a list of them.
 */
async function voidLate(tx: Tx, different: readonly Different[]): Promise<KeyedRefusal[]> {
  const eventful = different.flatMap(({ fixture, before, after, seenAt, isRefused }) => {
    const adapter = sportOf(fixture.sport)
    return seenAt && adapter.invalidatesPrices?.(before.state, after.state)
      ? [{ id: fixture.id, seenAt, isRefused }]
      : []
  })
  if (eventful.length === 0) return []
  const late = await voidLateBets(tx, {
    fixtureIds: eventful.map(({ id }) => id),
    from: eventful.map(({ seenAt }) => seenAt),
    areRefused: eventful.map(({ isRefused }) => isRefused),
  })
  const voided = late.filter(({ isVoid }) => isVoid)
  await insertTasks(
    tx,
    voided.map(({ fixtureId }) => fixtureId),
  )
  for (const { fixtureId, markets, from, until } of voided) {
    await audit(tx, {
      actor: { kind: 'system', id: null },
      action: 'bets.cancelled',
      subject: `fixture:${fixtureId}`,
      details: { markets, from: from.toISOString(), until: until.toISOString(), reason: LATE },
    })
  }
  const keys = new Map(different.map(({ fixture }) => [fixture.id, fixture.key]))
  return late.flatMap(({ isVoid, ...waiting }) =>
    isVoid ? [] : waitingRefusal(waiting, present(keys.get(waiting.fixtureId), 'a fixture')),
  )
}

/** Says how late a goal was reported, and what was bet since: the feed's clock or its prices were wrong. */
const waitingRefusal = (late: Omit<LateBets, 'isVoid'>, key: string): KeyedRefusal => {
  const { fixtureId, lateSeconds, isBeforeStart, from, markets, bets, stakeCents } = late
  const since = `${bets} bets of ${stakeCents} cents on ${markets} markets since ${from.toISOString()} wait`
  const clock = isBeforeStart ? ', by a clock that is wrong since the match had not begun' : ''
  return {
    reason: 'reported_late',
    detail: `a goal or a red card of fixture ${fixtureId} reported ${lateSeconds} s late${clock}: ${since}`,
    key,
  }
}

function differenceOf(fixture: queries.KnownFixture, play: PlayMessage): Different[] {
  const { sport, matchStatus, clockPeriod, minute, runners } = fixture
  const adapter = sportOf(sport)
  const clock = clockPeriod === null ? null : { period: clockPeriod, minute }
  const before: FixtureState = { matchStatus, clock, state: fixture.state, runners }
  const formed = play.state && withForm(fixture, play.state)
  const isResult = play.matchStatus !== matchStatuses.finished || !formed || isWon(fixture, formed)
  const newState = formed && isResult ? plain(adapter.states.parse(formed)) : null
  const reportedNow: FixtureState = {
    matchStatus: play.matchStatus,
    clock: play.clock,
    state: newState,
    runners,
  }
  // A finished match is often reported once more with only its score: what is already known stays.
  const after = adapter.isLessDetailed?.(before, reportedNow)
    ? { ...reportedNow, state: before.state }
    : reportedNow
  if (isDeepStrictEqual(before, after)) return []
  const isNew = matchStatus === matchStatuses.notOpen
  const course = (isNew && play.course) || []
  const isCorrected = adapter.isCorrected(before, after)
  const { seenAt, isRefused = false } = play
  return [{ fixture, before, after, isCorrected, seenAt, isRefused, course }]
}

/** No match in sets has more: a form that says so is an error. */
const MAX_SETS = 7

/** The state with the match's form, which feeds send once with the fixture. */
function withForm({ bestOf, hasMatchTieBreak }: queries.KnownFixture, state: SportState): SportState {
  if (bestOf === null) return state
  if (state.family === 'frames') return { ...state, bestOf: state.bestOf ?? bestOf }
  if (state.family !== 'sets' || bestOf > MAX_SETS) return state
  const { decider, ...rest } = state
  const isTieBreak = decider !== undefined && hasMatchTieBreak
  return { ...rest, bestOf: state.bestOf ?? bestOf, ...(isTieBreak ? { decider: 'tie_break' } : {}) }
}

/** The fewest sets that win a match, if its length is unknown. */
const LEAST_SETS = 2

/**
 * Whether a side has the sets or frames required by the form. A match that ended earlier, without a reason, has no
 * result yet.
 */
function isWon({ sport, bestOf }: queries.KnownFixture, state: SportState): boolean {
  if ((state.family !== 'sets' && state.family !== 'frames') || state.ending) return true
  const score = sportOf(sport).score(state, matchStatuses.finished)
  if (score === null) return true
  const most = Math.max(score.home, score.away)
  if (bestOf !== null) return most > bestOf / 2
  if (state.family !== 'sets' || state.bestOf !== null) return true
  return most >= LEAST_SETS && score.home !== score.away
}

/** As the table will return it: without undefined fields. */
const plain = (state: unknown) => JSON.parse(JSON.stringify(state)) as SportState

/** The periods newly over; null for all. After a correction, every period that is over. */
function closedBy({
  fixture,
  before,
  after,
  isCorrected,
}: Different): { id: number; period: string | null }[] {
  const adapter = sportOf(fixture.sport)
  const { id } = fixture
  const now = adapter.closed(after)
  const earlier = isCorrected ? [] : adapter.closed(before)
  if (now === 'all') return earlier === 'all' ? [] : [{ id, period: null }]
  return now
    .filter((period) => earlier !== 'all' && !earlier.includes(period))
    .map((period) => ({ id, period }))
}

/** A change of a match; for one first reported in play also its course until then. */
type Change = {
  fixture: Pick<KnownFixture, 'id' | 'version'>
  before: MatchSnapshot
  after: MatchSnapshot
  course: readonly MatchSnapshot[]
}

/**
 * Stores match states after events, for players who open the page late: the page derives goals, cards, corners and
 * points from their differences. Passing minutes, running clocks, balls and metres are no events.
 */
async function keepMoments(tx: Tx, changes: readonly Change[]): Promise<void> {
  const moments = changes.flatMap(({ fixture, before, after, course }) =>
    statesAfterEvents([before, ...course, after]).map(({ matchStatus, clock, state }, at, states) => ({
      fixtureId: fixture.id,
      // The version the list gives the fixture when applied; earlier moments count back from there.
      version: fixture.version + 2 + at - states.length,
      matchStatus,
      clockPeriod: clock?.period ?? null,
      minute: clock?.minute ?? null,
      state: state && JSON.stringify(state),
    })),
  )
  if (moments.length > 0) await insertMoments(tx, moments)
}

/** The states that an event changed. */
const statesAfterEvents = (all: readonly MatchSnapshot[]): readonly MatchSnapshot[] =>
  all.filter((after, at) => at > 0 && isEvent(all[at - 1], after))

const isEvent = (before: MatchSnapshot | undefined, after: MatchSnapshot): boolean =>
  before?.matchStatus !== after.matchStatus ||
  !isDeepStrictEqual(reportedOf(before.state), reportedOf(after.state))

/** The parts of a state that count as events; for other sports all of it. */
const reported: { readonly [F in SportState['family']]?: (state: SportStates[F]) => unknown } = {
  outright: () => null,
  football: ({ score, corners, cards, redCards, extraTime, penalties }) => [
    [score, corners, cards],
    [redCards, extraTime, penalties],
  ],
  quarters: ({ periods, isBreak, overtime, total }) => [periods, isBreak, overtime, total],
  frames: ({ frames, total, isLastOpen }) => [frames, total, isLastOpen],
  cricket: ({ innings }) => innings.map(({ batting, runs, wickets }) => [batting, runs, wickets]),
  race: ({ order, finishes }) => [order[0], finishes],
}

const reportedOf = (state: SportState | null): unknown => {
  const of = state && (reported[state.family] as ((state: SportState) => unknown) | undefined)
  return of ? of(state) : state
}

/** How long a match's course is kept: a cricket match lasts five days. */
const KEPT_DAYS = 7
const MAX_AT_ONCE = 5000

/** Deletes the courses of old matches; returns how many moments. */
export const clearMoments = (sql: Sql): Promise<number> => deleteOldMoments(sql, KEPT_DAYS, MAX_AT_ONCE)
