import { isDeepStrictEqual } from 'node:util'
import type { SportState, SportStates } from '@palpite/contract'
import { present } from '../../platform/errors.ts'
import { audit } from '../../platform/audit.ts'
import type { Tx, Sql } from '../../platform/db/index.ts'
import { matchStatuses } from '../sports/match-status.ts'
import { outcomeOf, sportOf } from '../sports/table.ts'
import type { Standing } from '../sports/adapter.ts'
import {
  deleteLeads,
  upsertLeads,
  deleteOldMoments,
  insertMoments,
  insertTasks,
  LATE,
  voidLateBets,
} from './results-queries.ts'
import type { PlayMessage, Stood } from './messages.ts'
import * as queries from './queries.ts'
import type { KnownFixture } from './queries.ts'

/** A play that says something new of its fixture. */
type Different = {
  fixture: queries.KnownFixture
  before: Standing
  after: Standing
  isCorrected: boolean
  seenAt: Date | undefined
  course: readonly Stood[]
}

/**
 * Writes plays that say something different, closes what is over, and has changed results resolved anew. Answers the
 * fixtures that changed.
 */
export async function applyPlays(
  tx: Tx,
  known: queries.Known,
  plays: readonly PlayMessage[],
): Promise<number[]> {
  const different = plays.flatMap((play) => differenceOf(present(known.get(play.key), 'a fixture'), play))
  if (different.length === 0) return []
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
  await voidLate(tx, different)
  return different.map(({ fixture }) => fixture.id)
}

/**
 * Notes the most that each side of a match has led by: a promotion pays by it however soon the lead is lost again. What a
 * correction takes back was no lead.
 */
async function keepLeads(tx: Tx, different: readonly Different[]): Promise<void> {
  const football = different.filter(({ fixture }) => fixture.sport === 'football')
  const corrected = football.filter(isGoalTakenBack)
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

const scoreOf = ({ state }: Standing) => (state?.family === 'football' ? state.score : null) ?? [0, 0]

const isGoalTakenBack = ({ before, after }: Different): boolean => {
  const [home, away] = scoreOf(before)
  const [homeNow, awayNow] = scoreOf(after)
  return homeNow < home || awayNow < away
}

/** From the kick-off to the end of the second half; what a match is won by after it counts for no 1X2. */
const isRegularPlay = (matchStatus: number): boolean =>
  matchStatus >= matchStatuses.firstHalf && matchStatus <= matchStatuses.secondHalf

/**
 * Bets that were taken after a goal and before we learnt of it are void: whoever placed them may have seen it. What the
 * delay of bets in play does not catch is caught here.
 */
async function voidLate(tx: Tx, different: readonly Different[]): Promise<void> {
  const turned = different.flatMap(({ fixture, before, after, seenAt }) => {
    const adapter = sportOf(fixture.sport)
    return seenAt && adapter.turns?.(before.state, after.state) ? [{ id: fixture.id, seenAt }] : []
  })
  if (turned.length === 0) return
  const voided = await voidLateBets(
    tx,
    turned.map(({ id }) => id),
    turned.map(({ seenAt }) => seenAt),
  )
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
}

function differenceOf(fixture: queries.KnownFixture, play: PlayMessage): Different[] {
  const { sport, matchStatus, clockPeriod, minute, runners } = fixture
  const adapter = sportOf(sport)
  const clock = clockPeriod === null ? null : { period: clockPeriod, minute }
  const before: Standing = { matchStatus, clock, state: fixture.state, runners }
  const formed = play.state && withForm(fixture, play.state)
  const isResult = play.matchStatus !== matchStatuses.finished || !formed || isWon(fixture, formed)
  const said = formed && isResult ? plain(adapter.states.parse(formed)) : null
  const saidNow: Standing = { matchStatus: play.matchStatus, clock: play.clock, state: said, runners }
  // A match that is over is often said once more with its score alone: what was known of it is not forgotten.
  const after = adapter.saysLess?.(before, saidNow) ? { ...saidNow, state: before.state } : saidNow
  if (isDeepStrictEqual(before, after)) return []
  const isNew = matchStatus === matchStatuses.notOpen
  const course = (isNew && play.course) || []
  const isCorrected = adapter.isCorrected(before, after)
  return [{ fixture, before, after, isCorrected, seenAt: play.seenAt, course }]
}

/** No match in sets has more: a form that says so is a mistake. */
const MAX_SETS = 7

/** The state with the form of the match, which feeds say once with the fixture. */
function withForm({ bestOf, hasMatchTieBreak }: queries.KnownFixture, state: SportState): SportState {
  if (bestOf === null) return state
  if (state.family === 'frames') return { ...state, bestOf: state.bestOf ?? bestOf }
  if (state.family !== 'sets' || bestOf > MAX_SETS) return state
  const { decider, ...rest } = state
  const isTieBreak = decider !== undefined && hasMatchTieBreak
  return { ...rest, bestOf: state.bestOf ?? bestOf, ...(isTieBreak ? { decider: 'tie_break' } : {}) }
}

/** The fewest sets that win a match, where nobody said over how many it is played. */
const LEAST_SETS = 2

/** Whether a side has the sets or frames that the form asks for. A match that ended before, without a reason, has no result yet. */
function isWon({ sport, bestOf }: queries.KnownFixture, state: SportState): boolean {
  if ((state.family !== 'sets' && state.family !== 'frames') || state.ending) return true
  const score = sportOf(sport).score(state, matchStatuses.finished)
  if (score === null) return true
  const most = Math.max(score.home, score.away)
  if (bestOf !== null) return most > bestOf / 2
  if (state.family !== 'sets' || state.bestOf !== null) return true
  return most >= LEAST_SETS && score.home !== score.away
}

/** As the table will give it back: without what is undefined. */
const plain = (state: unknown) => JSON.parse(JSON.stringify(state)) as SportState

/** The periods that are over now and were not before; null for all. After a correction every one that is over. */
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

/** A change of a match; of one that is heard of for the first time also how it stood from its start until then. */
type Change = {
  fixture: Pick<KnownFixture, 'id' | 'version'>
  before: Stood
  after: Stood
  course: readonly Stood[]
}

/**
 * Keeps how matches stand after a turn of theirs, for who opens their page late: the page tells goals, cards, corners and
 * points by what differs from one to the next. Minutes that pass, a clock that runs, balls and metres are no turn.
 */
async function keepMoments(tx: Tx, changes: readonly Change[]): Promise<void> {
  const moments = changes.flatMap(({ fixture, before, after, course }) =>
    turnsOf([before, ...course, after]).map(({ matchStatus, clock, state }, at, turns) => ({
      fixtureId: fixture.id,
      // The one that the list gives the fixture when all of it is taken; what was before it counts back from there.
      version: fixture.version + 2 + at - turns.length,
      matchStatus,
      clockPeriod: clock?.period ?? null,
      minute: clock?.minute ?? null,
      state: state && JSON.stringify(state),
    })),
  )
  if (moments.length > 0) await insertMoments(tx, moments)
}

/** Of how a match stood one time after the other those that a turn brought. */
const turnsOf = (stood: readonly Stood[]): readonly Stood[] =>
  stood.filter((after, at) => at > 0 && isTurn(stood[at - 1], after))

const isTurn = (before: Stood | undefined, after: Stood): boolean =>
  before?.matchStatus !== after.matchStatus || !isDeepStrictEqual(toldOf(before.state), toldOf(after.state))

/** What of a state is told as having happened; of the others all of it is. */
const told: { readonly [F in SportState['family']]?: (state: SportStates[F]) => unknown } = {
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

const toldOf = (state: SportState | null): unknown => {
  const of = state && (told[state.family] as ((state: SportState) => unknown) | undefined)
  return of ? of(state) : state
}

/** So long the course of a match is kept: a cricket match goes on for five days. */
const KEPT_DAYS = 7
const MAX_AT_ONCE = 5000

/** Clears away the courses of matches of long ago; answers how many moments are gone. */
export const clearMoments = (sql: Sql): Promise<number> => deleteOldMoments(sql, KEPT_DAYS, MAX_AT_ONCE)
