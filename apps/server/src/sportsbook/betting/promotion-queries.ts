import type { Sport } from '@palpite/odds'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'

export type PriceBoostRow = {
  id: string
  outcomeId: number
  bps: number
  /** The maximum one player may stake on it, over all their bets. */
  maxStakeCents: number
  endsAt: Date
  isOver: boolean
}

/** These boosted prices, for deciding bets. */
export const selectPriceBoosts = (sql: Sql, ids: readonly string[]) => sql<PriceBoostRow[]>`
  select boost.id, boost.outcome_id as "outcomeId", boost.bps, boost.max_stake_cents as "maxStakeCents",
         boost.ends_at as "endsAt", boost.ended_at is not null or boost.ends_at <= statement_timestamp() as "isOver"
    from sportsbook_price_boost boost
   where boost.id = any(${ids}::text[])`

/** What these players have staked at these boosted prices, without refunds. */
export const selectStakedOn = (sql: Sql, ids: readonly string[], playerIds: readonly number[]) => sql<
  { boostId: string; playerId: number; stakedCents: number }[]
>`
  select bet.boost ->> 'boostId' as "boostId", bet.player_id as "playerId",
         sum(bet.stake_cents)::bigint as "stakedCents"
    from sportsbook_bet bet
   where bet.boost ->> 'kind' = 'price' and bet.boost ->> 'boostId' = any(${ids}::text[])
     and bet.player_id = any(${playerIds}::bigint[]) and bet.result is distinct from 90
   group by 1, 2`

type OpenBoostRow = PriceBoostRow & { fixtureId: number }

/** Boosts that may be used now: their matches have not started. */
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

/** Which of these outcomes can be boosted: matches not started, no boost yet. */
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

/** Serialises granting boosts. */
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

/** Ends these boosts; placed bets stay. Returns those active until now. */
export const endBoosts = (tx: Tx, ids: readonly string[]) => tx<{ id: string }[]>`
  update sportsbook_price_boost set ended_at = now()
   where id = any(${ids}::text[]) and ended_at is null and ends_at > now()
  returning id`

type ListedBoostRow = Omit<PriceBoostRow, 'isOver'> & {
  sport: Sport
  /** The sides, or what an outright is about. */
  title: string
  startsAt: Date
  type: string
  period: string
  lineQuarters: number | null
  side: 'home' | 'away' | null
  code: string
  /** Of a runner or an entrant. */
  name: string | null
  priceMilli: number
  endedAt: Date | null
  createdAt: Date
  bets: number
  stakeCents: number
}

/** Boosts as operators see them, newest first, with their matches and the stakes on each. */
export const selectListedBoosts = (sql: Sql, max: number) => sql<ListedBoostRow[]>`
  select boost.id, boost.outcome_id as "outcomeId", boost.bps, boost.max_stake_cents as "maxStakeCents",
         boost.ends_at as "endsAt", boost.ended_at as "endedAt", boost.created_at as "createdAt",
         competition.sport, coalesce(fixture.title, home.name || ' x ' || away.name, competition.name) as title,
         fixture.starts_at as "startsAt", market.type, market.period, market.line_quarters as "lineQuarters", market.side,
         outcome.outcome_code as code, runner.name, outcome.price_milli as "priceMilli",
         coalesce(placed.bets, 0) as bets, coalesce(placed.stake_cents, 0) as "stakeCents"
    from sportsbook_price_boost boost
    join sportsbook_outcome outcome on outcome.id = boost.outcome_id
    join sportsbook_market market on market.id = outcome.market_id
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
    join sportsbook_competition competition on competition.id = fixture.competition_id
    left join sportsbook_fixture_participant first
      on first.fixture_id = fixture.id and first.place = 1 and not (competition.sport = 'racing' or fixture.is_outright)
    left join sportsbook_fixture_participant second
      on second.fixture_id = fixture.id and second.place = 2 and not (competition.sport = 'racing' or fixture.is_outright)
    left join sportsbook_participant home on home.id = first.participant_id
    left join sportsbook_participant away on away.id = second.participant_id
    left join sportsbook_fixture_participant entrant
      on entrant.fixture_id = fixture.id and entrant.place::text = outcome.outcome_code
     and (competition.sport = 'racing' or fixture.is_outright)
    left join sportsbook_participant runner on runner.id = entrant.participant_id
    left join lateral (
      select count(*) as bets, sum(bet.stake_cents)::bigint as stake_cents
        from sportsbook_bet bet
       where bet.boost ->> 'kind' = 'price' and bet.boost ->> 'boostId' = boost.id) as placed on true
   order by boost.created_at desc, boost.id
   limit ${max}`

/** A kind of bet a free bet may be used for. */
export type FreeBetKind = 'single' | 'parlay'

export type GivenRow = {
  id: string
  requestId: string
  playerId: number
  stakeCents: number
  minPriceMilli: number
  kinds: FreeBetKind[]
  endsAt: Date
}

export type FreeBetRow = Omit<GivenRow, 'requestId' | 'endsAt'> & {
  /** The bet that used it. */
  betId: number | null
  /** Whether it has expired or was revoked, and whether it was revoked by an operator. */
  isOver: boolean
  isRevoked: boolean
}

/**
 * These free bets of these players, whose accounts are locked. The free bets of other players are left out: a
 * concurrent list may be using them.
 */
export const selectFreeBets = (tx: Tx, ids: readonly string[], playerIds: readonly number[]) => tx<
  FreeBetRow[]
>`
  select id, player_id as "playerId", stake_cents as "stakeCents", min_price_milli as "minPriceMilli", kinds,
         bet_id as "betId", ends_at <= now() or revoked_at is not null as "isOver",
         revoked_at is not null as "isRevoked"
    from sportsbook_free_bet
   where id = any(${ids}::text[]) and player_id = any(${playerIds}::bigint[])`

/** Writes which bet uses each of these; null if it was returned. */
export const updateHolders = (tx: Tx, rows: readonly { freeBetId: string; betId: number | null }[]) => tx`
  update sportsbook_free_bet free
     set bet_id = row.bet_id
    from unnest(${rows.map(({ freeBetId }) => freeBetId)}::text[], ${rows.map(({ betId }) => betId)}::bigint[])
           as row (id, bet_id)
   where free.id = row.id`

/** A player's unused free bets, earliest expiry first. */
export const selectOpenFreeBets = (sql: Sql, playerId: number) => sql<
  Pick<GivenRow, 'id' | 'stakeCents' | 'minPriceMilli' | 'kinds' | 'endsAt'>[]
>`
  select id, stake_cents as "stakeCents", min_price_milli as "minPriceMilli", kinds, ends_at as "endsAt"
    from sportsbook_free_bet
   where player_id = ${playerId} and bet_id is null and revoked_at is null and ends_at > now()
   order by ends_at, id
   limit 50`

/** Revokes these if unused and not expired. */
export const revokeUnused = (tx: Tx, ids: readonly string[], playerIds: readonly number[]) => tx<
  { id: string }[]
>`
  update sportsbook_free_bet free
     set revoked_at = now()
    from unnest(${ids}::text[], ${playerIds}::bigint[]) as row (id, player_id)
   where free.id = row.id and free.player_id = row.player_id
     and free.bet_id is null and free.revoked_at is null and free.ends_at > now()
  returning free.id`

type ListedFreeBetRow = Omit<GivenRow, 'requestId' | 'playerId'> & {
  betId: number | null
  createdAt: Date
  status: 'open' | 'used' | 'revoked' | 'over'
}

/** A player's free bets, newest first. */
export const selectFreeBetsOf = (sql: Sql, playerId: number, max: number) => sql<ListedFreeBetRow[]>`
  select id, stake_cents as "stakeCents", min_price_milli as "minPriceMilli", kinds, ends_at as "endsAt",
         bet_id as "betId", created_at as "createdAt",
         case when bet_id is not null then 'used' when revoked_at is not null then 'revoked'
              when ends_at <= now() then 'over' else 'open' end as status
    from sportsbook_free_bet
   where player_id = ${playerId}
   order by created_at desc, id
   limit ${max}`

type RequestKey = { playerId: number; requestId: string }

/** The earlier grants of these requests. */
export const selectGiven = (tx: Tx, keys: readonly RequestKey[]) => tx<GivenRow[]>`
  select free.id, free.request_id as "requestId", free.player_id as "playerId", free.stake_cents as "stakeCents",
         free.min_price_milli as "minPriceMilli", free.kinds, free.ends_at as "endsAt"
    from unnest(${keys.map(({ playerId }) => playerId)}::bigint[], ${keys.map(({ requestId }) => requestId)}::text[])
           as asked (player_id, request_id)
    join sportsbook_free_bet free
      on free.player_id = asked.player_id and free.request_id = asked.request_id`

export const insertFreeBets = insertInto('sportsbook_free_bet', {
  id: 'text',
  requestId: 'text',
  playerId: 'bigint',
  stakeCents: 'bigint',
  minPriceMilli: 'int',
  kinds: 'jsonb',
  endsAt: 'timestamptz',
  policyVersion: 'text',
})
