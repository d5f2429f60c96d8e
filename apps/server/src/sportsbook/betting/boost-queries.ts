import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'

export type PriceBoostRow = {
  id: string
  outcomeId: number
  bps: number
  /** The most that one player may stake on it, all their bets together. */
  maxStakeCents: number
  endsAt: Date
  isOver: boolean
}

/** These boosts of prices, as bets meet them. */
export const selectPriceBoosts = (sql: Sql, ids: readonly string[]) => sql<PriceBoostRow[]>`
  select boost.id, boost.outcome_id as "outcomeId", boost.bps, boost.max_stake_cents as "maxStakeCents",
         boost.ends_at as "endsAt", boost.ended_at is not null or boost.ends_at <= statement_timestamp() as "isOver"
    from sportsbook_price_boost boost
   where boost.id = any(${ids}::text[])`

/** What these players have staked at these boosted prices; what was given back counts no more. */
export const selectStakedOn = (sql: Sql, ids: readonly string[], playerIds: readonly number[]) => sql<
  { boostId: string; playerId: number; stakedCents: number }[]
>`
  select bet.boost ->> 'boostId' as "boostId", bet.player_id as "playerId",
         sum(bet.stake_cents)::bigint as "stakedCents"
    from sportsbook_bet bet
   where bet.boost ->> 'kind' = 'price' and bet.boost ->> 'boostId' = any(${ids}::text[])
     and bet.player_id = any(${playerIds}::bigint[]) and bet.result is distinct from 90
   group by 1, 2`

export type OpenBoostRow = PriceBoostRow & { fixtureId: number }

/** Boosts that may be used now: their matches have not begun. */
export const selectOpenBoosts = (sql: Sql, max: number) => sql<OpenBoostRow[]>`
  select boost.id, boost.outcome_id as "outcomeId", market.fixture_id as "fixtureId", boost.bps,
         boost.max_stake_cents as "maxStakeCents", boost.ends_at as "endsAt", false as "isOver"
    from sportsbook_price_boost boost
    join sportsbook_outcome outcome on outcome.id = boost.outcome_id
    join sportsbook_market market on market.id = outcome.market_id
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
   where boost.ended_at is null and boost.ends_at > now() and fixture.match_status = 0 and fixture.starts_at > now()
   order by boost.ends_at, boost.id
   limit ${max}`

export type GivenBoostRow = Omit<PriceBoostRow, 'isOver'> & { requestId: string }

export const selectGivenBoosts = (tx: Tx, requestIds: readonly string[]) => tx<GivenBoostRow[]>`
  select id, request_id as "requestId", outcome_id as "outcomeId", bps, max_stake_cents as "maxStakeCents",
         ends_at as "endsAt"
    from sportsbook_price_boost
   where request_id = any(${requestIds}::text[])`

/** Which of these outcomes could be boosted: their matches have not begun, and nothing boosts them yet. */
export const selectBoostable = (tx: Tx, outcomeIds: readonly number[]) => tx<
  {
    outcomeId: number
    priceMilli: number
    startsAt: Date
    now: Date
    isBoosted: boolean
    isOnSale: boolean
  }[]
>`
  select outcome.id as "outcomeId", outcome.price_milli as "priceMilli", fixture.starts_at as "startsAt", now() as now,
         exists (select from sportsbook_price_boost boost
                  where boost.outcome_id = outcome.id and boost.ended_at is null and boost.ends_at > now()) as "isBoosted",
         outcome.is_offered and sportsbook_market_status(market, fixture) = 'open' as "isOnSale"
    from sportsbook_outcome outcome
    join sportsbook_market market on market.id = outcome.market_id
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
   where outcome.id = any(${outcomeIds}::bigint[]) and fixture.match_status = 0 and fixture.starts_at > now()`

/** Operators give boosts one after the other. */
export const lockBoosts = (tx: Tx) => tx`select pg_advisory_xact_lock(hashtext('sportsbook_price_boost'))`

export const insertBoosts = insertInto('sportsbook_price_boost', {
  id: 'text',
  requestId: 'text',
  outcomeId: 'bigint',
  bps: 'int',
  maxStakeCents: 'bigint',
  endsAt: 'timestamptz',
  policyVersion: 'text',
})

/** Ends these boosts; what was placed stays. Answers those that stood until now. */
export const endBoosts = (tx: Tx, ids: readonly string[]) => tx<{ id: string }[]>`
  update sportsbook_price_boost set ended_at = now()
   where id = any(${ids}::text[]) and ended_at is null and ends_at > now()
  returning id`

export type ListedBoostRow = Omit<PriceBoostRow, 'isOver'> & {
  endedAt: Date | null
  createdAt: Date
  bets: number
  stakeCents: number
}

/** Boosts as operators see them, the newest first, with what was staked on each. */
export const selectListedBoosts = (sql: Sql, max: number) => sql<ListedBoostRow[]>`
  select boost.id, boost.outcome_id as "outcomeId", boost.bps, boost.max_stake_cents as "maxStakeCents",
         boost.ends_at as "endsAt", boost.ended_at as "endedAt", boost.created_at as "createdAt",
         coalesce(placed.bets, 0) as bets, coalesce(placed.stake_cents, 0) as "stakeCents"
    from sportsbook_price_boost boost
    left join lateral (
      select count(*) as bets, sum(bet.stake_cents)::bigint as stake_cents
        from sportsbook_bet bet
       where bet.boost ->> 'kind' = 'price' and bet.boost ->> 'boostId' = boost.id) as placed on true
   order by boost.created_at desc, boost.id
   limit ${max}`
