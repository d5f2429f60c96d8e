import { isDeepStrictEqual } from 'node:util'
import type { SportState, SportStates } from '@palpite/contract'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Stood } from './messages.ts'
import { deleteOldMoments, insertMoments } from './play-queries.ts'
import type { KnownFixture } from './queries.ts'

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
export async function keepMoments(tx: Tx, changes: readonly Change[]): Promise<void> {
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
