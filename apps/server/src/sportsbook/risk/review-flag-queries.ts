import type { Sql, Tx } from '../../platform/db/index.ts'
import type { OpenRow } from './headroom-rules.ts'

/** How long a bet stays due for the check, so that a later run makes up for a missed one. */
const LOOKED_AT_SECONDS = 60

/**
 * Flags bets whose price has fallen by this much since they were placed, some seconds ago: the player may
 * have known before the house. The largest fall stays. Returns the bets flagged, and those whose fall grew.
 * Price moves by later stakes are no fall.
 */
export const upsertLateFlags = (
  sql: Sql,
  { afterSeconds, movedBps }: { afterSeconds: number; movedBps: number },
) => sql<{ betId: number; isNew: boolean }[]>`
  with moved as (
    select bet.id, bet.player_id,
           max(((taken.price_milli - coalesce(outcome.unmoved_price_milli, outcome.price_milli))::bigint
                 * 10000 / taken.price_milli)::integer) as bps
      from sportsbook_bet bet
      join sportsbook_leg leg on leg.bet_id = bet.id
      join sportsbook_outcome outcome on outcome.id = leg.outcome_id
      -- A boosted price was above its market from the first.
     cross join lateral (
       select coalesce((bet.boost ->> 'priceMilli')::integer, leg.price_milli) as price_milli) as taken
      -- The row of a bet builder keeps the price of the day it was made.
      join sportsbook_market market on market.id = outcome.market_id and market.selections is null
     where bet.placed_at <= now() - make_interval(secs => ${afterSeconds})
       and bet.placed_at > now() - make_interval(secs => ${afterSeconds + LOOKED_AT_SECONDS})
     group by bet.id, bet.player_id
  )
  insert into sportsbook_bet_mark as mark (bet_id, kind, player_id, moved_bps)
  select id, 'late', player_id, bps from moved where bps >= ${movedBps} order by id
  on conflict (bet_id, kind) do update set moved_bps = excluded.moved_bps
   where excluded.moved_bps > mark.moved_bps
  returning bet_id as "betId", xmax = 0 as "isNew"`

export type PlacedRow = {
  betId: number
  playerId: number
  lossCents: number
  outcomeId: number
  marketId: number
  fixtureId: number
  priceMilli: number
}

/** The open legs of these bets with a possible loss of this much. */
export const selectPlaced = (sql: Sql, betIds: readonly number[], minLossCents: number) => sql<PlacedRow[]>`
  select bet.id as "betId", bet.player_id as "playerId",
         bet.potential_return_cents - bet.cash_cents - bet.bonus_cents as "lossCents",
         leg.outcome_id as "outcomeId", outcome.market_id as "marketId", leg.fixture_id as "fixtureId",
         leg.price_milli as "priceMilli"
    from sportsbook_bet bet
    join sportsbook_leg leg on leg.bet_id = bet.id
    join sportsbook_outcome outcome on outcome.id = leg.outcome_id
   where bet.id = any(${betIds}::bigint[]) and bet.status = 'open'
     and bet.potential_return_cents - bet.cash_cents - bet.bonus_cents >= ${minLossCents}
   order by bet.id, leg.place`

/** A player's recent bets on an outcome, and the match state. */
export type StakedRow = Omit<OpenRow, 'stakeCents' | 'returnCents' | 'competitionId' | 'sport'> & {
  outcomeId: number
  playerId: number
  bets: number
  lossCents: number
}

/** Enough to see correlated bets; on a popular match the rest are small. */
const MAX_STAKED = 1000

/** Recent open stakes by player on these matches; the largest possible losses first. */
export const selectStaked = (
  sql: Sql,
  { fixtureIds, hours }: { fixtureIds: readonly number[]; hours: number },
) => sql<StakedRow[]>`
  select market.fixture_id as "fixtureId", market.id as "marketId", market.type, market.period,
         market.line_quarters as "lineQuarters", market.side, staked.outcome_id as "outcomeId",
         outcome.outcome_code as code,
         case when market.selections is not null then sportsbook_selected(market.selections) end as selections,
         case when competition.sport = 'football' then (fixture.state -> 'score' ->> 0)::integer end as "homeScore",
         case when competition.sport = 'football' then (fixture.state -> 'score' ->> 1)::integer end as "awayScore",
         staked.player_id as "playerId", staked.bets, staked.loss_cents as "lossCents"
    from (select leg.outcome_id, leg.player_id, count(*)::integer as bets,
                 sum(leg.exposed_return_cents - leg.exposed_stake_cents)::bigint as loss_cents
            from sportsbook_leg leg
            join sportsbook_bet bet
              on bet.id = leg.bet_id and bet.status = 'open' and bet.placed_at > now() - make_interval(hours => ${hours})
           where leg.fixture_id = any(${fixtureIds}::bigint[])
           group by leg.outcome_id, leg.player_id
           order by loss_cents desc
           limit ${MAX_STAKED}) as staked
    join sportsbook_outcome outcome on outcome.id = staked.outcome_id
    join sportsbook_market market on market.id = outcome.market_id
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
    join sportsbook_competition competition on competition.id = fixture.competition_id
   order by staked.loss_cents desc, staked.outcome_id, staked.player_id`

/** A market as offered now: ours, or another feed's on the same match. */
export type ComparedRow = {
  marketId: number
  feed: string
  isOwn: boolean
  outcomeId: number
  code: string
  priceMilli: number
}

/**
 * The current prices of these markets, without the effect of stakes, and those of the same markets of other feeds:
 * same two sides, within half a day.
 */
export const selectCompared = (sql: Sql, marketIds: readonly number[]) => sql<ComparedRow[]>`
  with own as (
    select market.id, market.type, market.period, market.line_quarters, market.side, fixture.id as fixture_id,
           fixture.feed, fixture.starts_at
      from sportsbook_market market
      join sportsbook_fixture fixture on fixture.id = market.fixture_id
     where market.id = any(${marketIds}::bigint[]) and market.selections is null
  ), compared as (
    select id as market_id, id as other_id, feed from own
     union all
    select own.id, market.id, fixture.feed
      from own
      join sportsbook_fixture_participant home on home.fixture_id = own.fixture_id and home.place = 1
      join sportsbook_fixture_participant away on away.fixture_id = own.fixture_id and away.place = 2
      join sportsbook_fixture_participant other
        on other.participant_id = home.participant_id and other.place = 1 and other.fixture_id <> own.fixture_id
      join sportsbook_fixture_participant against
        on against.fixture_id = other.fixture_id and against.place = 2 and against.participant_id = away.participant_id
      join sportsbook_fixture fixture
        on fixture.id = other.fixture_id and fixture.feed <> own.feed
       and fixture.starts_at between own.starts_at - interval '12 hours' and own.starts_at + interval '12 hours'
      join sportsbook_market market
        on market.fixture_id = fixture.id and market.type = own.type and market.period = own.period
       and market.line_quarters is not distinct from own.line_quarters and market.side is not distinct from own.side
       and market.selections is null
  )
  select compared.market_id as "marketId", compared.feed, compared.other_id = compared.market_id as "isOwn",
         outcome.id as "outcomeId", outcome.outcome_code as code,
         coalesce(outcome.unmoved_price_milli, outcome.price_milli) as "priceMilli"
    from compared
    join sportsbook_market market on market.id = compared.other_id
    join sportsbook_fixture fixture
      on fixture.id = market.fixture_id and sportsbook_market_status(market, fixture) = 'open'
    join sportsbook_outcome outcome on outcome.market_id = market.id and outcome.is_offered
   order by compared.market_id, compared.other_id, outcome.id`

type ReviewFlagKind = 'late' | 'big' | 'correlated' | 'value' | 'opposed'
type ShownStatus = 'open' | 'seen' | 'closed'
type ReviewFlagStatus = 'noted' | ShownStatus

/** The evidence of a review flag, for its reviewer. */
type Evidence = {
  lossCents?: number
  outcomeIds?: number[]
  bets?: number
  playerIds?: number[]
  relations?: string[]
  priceMilli?: number
  fairMilli?: number
  feed?: string
}

export type NewReviewFlag = {
  betId: number
  playerId: number
  kind: ReviewFlagKind
  movedBps: number | null
  status: ReviewFlagStatus
  evidence: Evidence
}

/** Flags bets for review; an existing flag of the kind stays. Returns the new ones. */
export const insertReviewFlags = (tx: Tx, flags: readonly NewReviewFlag[]) => tx<
  { betId: number; kind: ReviewFlagKind }[]
>`
  insert into sportsbook_bet_mark (bet_id, player_id, kind, moved_bps, status, evidence)
  select bet_id, player_id, kind, moved_bps, status, evidence::jsonb
    from unnest(${flags.map(({ betId }) => betId)}::bigint[], ${flags.map(({ playerId }) => playerId)}::bigint[],
                ${flags.map(({ kind }) => kind)}::text[], ${flags.map(({ movedBps }) => movedBps)}::integer[],
                ${flags.map(({ status }) => status)}::text[],
                ${flags.map(({ evidence }) => JSON.stringify(evidence))}::text[])
      as row (bet_id, player_id, kind, moved_bps, status, evidence)
   order by bet_id, kind
  on conflict (bet_id, kind) do nothing
  returning bet_id as "betId", kind`

/** Opens the noted flags of these players once there are enough of them within these days. */
export const openNoted = (
  tx: Tx,
  playerIds: readonly number[],
  { times, days }: { times: number; days: number },
) => tx<{ betId: number; kind: ReviewFlagKind }[]>`
  update sportsbook_bet_mark mark set status = 'open'
    from (select player_id from sportsbook_bet_mark
           where player_id = any(${playerIds}::bigint[]) and kind = 'value'
             and marked_at > now() - make_interval(days => ${days})
           group by player_id having count(*) >= ${times}) as often
   where mark.player_id = often.player_id and mark.kind = 'value' and mark.status = 'noted'
  returning mark.bet_id as "betId", mark.kind`

type ReviewFlag = {
  id: number
  betId: number
  playerId: number
  kind: ReviewFlagKind
  status: ShownStatus
  movedBps: number | null
  evidence: Evidence
  reviewedBy: number | null
  reason: string | null
  stakeCents: number
  potentialReturnCents: number
  placedAt: Date
  markedAt: Date
  /** The player's number of flags of this kind, and the average of their `movedBps`. */
  marksOfPlayer: number
  averageMovedBps: number | null
}

type ReviewFlagFilter = { kind: ReviewFlagKind | null; status: ShownStatus | null }

const kinds: readonly ReviewFlagKind[] = ['late', 'big', 'correlated', 'value', 'opposed']
const shownStatuses: readonly ShownStatus[] = ['open', 'seen', 'closed']

/**
 * The flagged bets, newest flag first, each with its player's number of such flags. Omits noted ones. Each
 * kind and state is read by its own part of the index: a few open flags are found beside any number of closed
 * ones.
 */
export const readReviewFlags = (
  sql: Sql,
  { beforeId, max, kind, status }: ReviewFlagFilter & { beforeId: number; max: number },
) => sql<ReviewFlag[]>`
  select mark.id, mark.bet_id as "betId", mark.player_id as "playerId", mark.kind, mark.status,
         mark.moved_bps as "movedBps", mark.evidence, mark.reviewed_by as "reviewedBy", mark.reason,
         bet.stake_cents as "stakeCents", bet.potential_return_cents as "potentialReturnCents",
         bet.placed_at as "placedAt", mark.marked_at as "markedAt",
         own.marks as "marksOfPlayer", own.moved as "averageMovedBps"
    from (select found.id
            from unnest(${status === null ? shownStatuses : [status]}::text[]) as asked_status
           cross join unnest(${kind === null ? kinds : [kind]}::text[]) as asked_kind
           cross join lateral (
                 select id from sportsbook_bet_mark
                  where status = asked_status and kind = asked_kind and id < ${beforeId}
                  order by id desc limit ${max}) as found
           order by found.id desc
           limit ${max}) as listed
    join sportsbook_bet_mark mark on mark.id = listed.id
    join sportsbook_bet bet on bet.id = mark.bet_id
   cross join lateral (
     select count(*)::integer as marks, round(avg(other.moved_bps))::integer as moved
       from sportsbook_bet_mark other where other.player_id = mark.player_id and other.kind = mark.kind) as own
   order by mark.id desc`

/** Sets a review flag to seen or closed; no row if it does not exist, or is closed already. */
export const decideReviewFlag = (
  tx: Tx,
  own: { id: number; status: 'seen' | 'closed'; reason: string; operatorId: number },
) => tx<{ betId: number; kind: ReviewFlagKind }[]>`
  update sportsbook_bet_mark
     set status = ${own.status}, reason = ${own.reason}, reviewed_by = ${own.operatorId}, reviewed_at = now()
   where id = ${own.id} and status in ('open', 'seen')
  returning bet_id as "betId", kind`
