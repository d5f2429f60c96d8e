import type { Sql, Tx } from '../../platform/db/index.ts'
import { FIXTURE_LOCKS } from '../catalogue/queries.ts'
import { LATE } from '../updates/results-queries.ts'
import { lockChecks } from './contested-queries.ts'

/**
 * Whether bets placed after a goal reported too late wait, are void, or are paid by the result; `moot` if none waited any
 * more before operators decided.
 */
export type LateWindowState = 'held' | 'void' | 'stands' | 'moot'

/**
 * A late window, with its fixture locked as the feeds lock it: no feed adds another meanwhile. Nor does a check of feeds
 * write back what is decided.
 */
export const lockLateWindow = async (
  tx: Tx,
  windowId: number,
): Promise<{ fixtureId: number; state: LateWindowState } | undefined> => {
  await lockChecks(tx)
  await tx`
    select pg_advisory_xact_lock(${FIXTURE_LOCKS}::integer, (fixture_id % 2147483648)::integer)
      from sportsbook_late_window where id = ${windowId}`
  await tx`
    select id from sportsbook_fixture
     where id = (select fixture_id from sportsbook_late_window where id = ${windowId}) for update`
  const rows = await tx<{ fixtureId: number; state: LateWindowState }[]>`
    select fixture_id as "fixtureId", state from sportsbook_late_window where id = ${windowId}`
  return rows[0]
}

export type WindowVote = {
  windowId: number
  operatorId: number
  requestId: string
  isVoid: boolean
  reason: string
  state: 'waits' | 'decided'
}

/** An operator's vote by a call. */
export const selectWindowVote = async (tx: Tx, requestId: string): Promise<WindowVote | undefined> => {
  const rows = await tx<WindowVote[]>`
    select window_id as "windowId", operator_id as "operatorId", request_id as "requestId", is_void as "isVoid",
           reason, state
      from sportsbook_late_window_vote where request_id = ${requestId}`
  return rows[0]
}

/** The operators whose last vote is for this decision. */
export const selectWindowVoters = async (tx: Tx, windowId: number, isVoid: boolean): Promise<number[]> => {
  const rows = await tx<{ operatorId: number }[]>`
    select operator_id as "operatorId"
      from (select distinct on (operator_id) operator_id, is_void from sportsbook_late_window_vote
             where window_id = ${windowId} order by operator_id, id desc) as last_vote
     where is_void = ${isVoid}
     order by operator_id`
  return rows.map(({ operatorId }) => operatorId)
}

export const insertWindowVote = (tx: Tx, vote: WindowVote) => tx`
  insert into sportsbook_late_window_vote (window_id, operator_id, request_id, is_void, state, reason)
  values (${vote.windowId}, ${vote.operatorId}, ${vote.requestId}, ${vote.isVoid}, ${vote.state}, ${vote.reason})`

/**
 * Voids the bets of a late window, on each market that has some, whether or not they still wait. As the house's own: no
 * feed rolls it back.
 */
export const voidWindow = (tx: Tx, windowId: number) => tx`
  insert into sportsbook_cancellation (market_id, placed_from, placed_until, reason)
  select distinct outcome.market_id, late.placed_from, late.placed_until, ${LATE}
    from sportsbook_late_window late
    join sportsbook_leg leg
      on leg.fixture_id = late.fixture_id and leg.bet_id between late.first_bet_id and late.last_bet_id
    join sportsbook_bet bet
      on bet.id = leg.bet_id and bet.placed_at >= late.placed_from and bet.placed_at < late.placed_until
    join sportsbook_outcome outcome on outcome.id = leg.outcome_id
   where late.id = ${windowId}
   order by outcome.market_id`

/** Ends a late window: its bets wait no longer, but for those that are in another one of the fixture too. */
export const endWindow = async (
  tx: Tx,
  windowId: number,
  { fixtureId, state }: { fixtureId: number; state: LateWindowState },
): Promise<void> => {
  await tx`update sportsbook_late_window set state = ${state} where id = ${windowId}`
  await tx`
    with waiting as (
      select coalesce(range_agg(tstzrange(placed_from, placed_until)), '{}') as windows
        from sportsbook_late_window where fixture_id = ${fixtureId} and state = 'held'
    ), ended as (
      delete from sportsbook_contested_market held using waiting
       where held.fixture_id = ${fixtureId} and held.other_fixture_id = ${fixtureId}
         and isempty(held.windows * waiting.windows)
    )
    update sportsbook_contested_market held set windows = held.windows * waiting.windows
      from waiting
     where held.fixture_id = ${fixtureId} and held.other_fixture_id = ${fixtureId}
       and not isempty(held.windows * waiting.windows)`
}

/** A late window that has bets which wait, its fixture, and each operator's last vote. */
export type LateWindowRow = {
  windowId: number
  fixtureId: number
  feed: string
  feedKey: string
  sport: string
  startsAt: Date
  from: Date
  until: Date
  marketIds: number[]
  bets: number
  stakeCents: number
  words: { operatorId: number; isVoid: boolean; reason: string; saidAt: string }[]
}

/** Late windows with bets that wait, the longest waiting first; settled bets too that were paid before the report. */
export const selectLateWindows = (sql: Sql, max: number) => sql<LateWindowRow[]>`
  select late.id as "windowId", fixture.id as "fixtureId", fixture.feed, fixture.feed_key as "feedKey",
         competition.sport, fixture.starts_at as "startsAt", late.placed_from as "from", late.placed_until as "until",
         held.market_ids::float8[] as "marketIds", held.bets, held.stake_cents as "stakeCents",
         (select coalesce(json_agg(json_build_object('operatorId', word.operator_id, 'isVoid', word.is_void,
                                                     'reason', word.reason, 'saidAt', word.said_at) order by word.id), '[]')
            from (select distinct on (operator_id) id, operator_id, is_void, reason, said_at
                    from sportsbook_late_window_vote where window_id = late.id order by operator_id, id desc) as word) as words
    from sportsbook_late_window late
    join sportsbook_fixture fixture on fixture.id = late.fixture_id
    join sportsbook_competition competition on competition.id = fixture.competition_id
   cross join lateral (
     select count(*)::integer as bets, coalesce(sum(bet.stake_cents), 0)::float8 as stake_cents,
            coalesce(array_agg(distinct leg.market_id), '{}') as market_ids
       from sportsbook_standing_leg leg
       join sportsbook_bet bet on bet.id = leg.bet_id
      where leg.fixture_id = late.fixture_id and leg.bet_id between late.first_bet_id and late.last_bet_id
        and leg.is_contested and not leg.is_paid_early and bet.status <> 'cashed_out'
        and bet.placed_at >= late.placed_from and bet.placed_at < late.placed_until) as held
   where late.state = 'held' and held.bets > 0
   order by late.id
   limit ${max}`

/**
 * Held windows of matches that began before this moment, of whose bets none waits any more: void, refunded by the result,
 * paid early or sold. By ascending id.
 */
export const selectMootWindows = async (
  sql: Sql,
  { startedBefore, windowId, max }: { startedBefore: Date; windowId?: number; max: number },
): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select late.id
      from sportsbook_late_window late
      join sportsbook_fixture fixture on fixture.id = late.fixture_id
     where late.state = 'held' and fixture.starts_at < ${startedBefore}
       and (${windowId ?? null}::bigint is null or late.id = ${windowId ?? null})
       and not exists (
         select from sportsbook_standing_leg leg
           join sportsbook_bet bet on bet.id = leg.bet_id
          where leg.fixture_id = late.fixture_id and leg.bet_id between late.first_bet_id and late.last_bet_id
            and leg.is_contested and not leg.is_paid_early and bet.status <> 'cashed_out'
            and bet.placed_at >= late.placed_from and bet.placed_at < late.placed_until)
     order by late.id
     limit ${max}`
  return rows.map(({ id }) => id)
}

/** A leg that waits by a late window, and what the result makes of it; null while its outcome is not resolved. */
type HeldLeg = {
  betId: number
  fixtureId: number
  outcomeId: number
  won: number | null
  refunded: number | null
  parts: number | null
  /** It waits too by another late window, or since feeds differ. */
  isHeldOtherwise: boolean
}

/** The legs that wait by a late window, by ascending bet. */
export const selectHeldLegs = (sql: Sql, windowId: number, max: number) => sql<HeldLeg[]>`
  select leg.bet_id as "betId", leg.fixture_id as "fixtureId", leg.outcome_id as "outcomeId", outcome.won, outcome.refunded, outcome.parts,
         exists (select from sportsbook_late_window other
                  where other.fixture_id = late.fixture_id and other.id <> late.id and other.state = 'held'
                    and bet.placed_at >= other.placed_from and bet.placed_at < other.placed_until)
           or exists (select from sportsbook_contested_market contested
                       where contested.market_id = leg.market_id and contested.other_fixture_id <> contested.fixture_id
                         and (contested.holds_all or contested.windows @> bet.placed_at)) as "isHeldOtherwise"
    from sportsbook_late_window late
    join sportsbook_standing_leg leg
      on leg.fixture_id = late.fixture_id and leg.bet_id between late.first_bet_id and late.last_bet_id
    join sportsbook_bet bet on bet.id = leg.bet_id
    join sportsbook_outcome outcome on outcome.id = leg.outcome_id
   where late.id = ${windowId} and late.state = 'held' and leg.is_contested and not leg.is_paid_early and bet.status <> 'cashed_out'
     and bet.placed_at >= late.placed_from and bet.placed_at < late.placed_until
   order by leg.bet_id
   limit ${max}`
