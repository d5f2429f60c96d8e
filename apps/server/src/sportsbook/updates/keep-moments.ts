import { isDeepStrictEqual } from 'node:util'
import type { SportState, SportStates } from '@palpite/contract'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Standing } from '../sports/adapter.ts'
import { deleteOldMoments, insertMoments } from './play-queries.ts'
import type { KnownFixture } from './queries.ts'

/** A change of a match. */
type Turn = { fixture: Pick<KnownFixture, 'id' | 'version'>; before: Standing; after: Standing }

/**
 * Keeps how matches stand after a turn of theirs, for who opens their page late: the page tells goals, cards, corners and
 * points by what differs from one to the next. Minutes that pass, a clock that runs, balls and metres are no turn.
 */
export async function keepMoments(tx: Tx, changes: readonly Turn[]): Promise<void> {
  const turns = changes.filter(isTurn)
  if (turns.length === 0) return
  await insertMoments(
    tx,
    turns.map(({ fixture, after: { matchStatus, clock, state } }) => ({
      fixtureId: fixture.id,
      // The one that the list gives the fixture when all of it is taken.
      version: fixture.version + 1,
      matchStatus,
      clockPeriod: clock?.period ?? null,
      minute: clock?.minute ?? null,
      state: state && JSON.stringify(state),
    })),
  )
}

const isTurn = ({ before, after }: Turn): boolean =>
  before.matchStatus !== after.matchStatus || !isDeepStrictEqual(toldOf(before.state), toldOf(after.state))

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
