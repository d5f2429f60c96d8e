import type { Sql, Tx, Session } from '../../platform/db/index.ts'
import type { OpenRow, Costs, Reserved } from './headroom-rules.ts'

/**
 * Locks the liabilities of these outcomes by ascending id: after players' accounts, bets and fixtures, and before the
 * house accounts. Every command that changes them locks in this order.
 */
export const lockLiabilities = (tx: Tx, outcomeIds: readonly number[]) => tx`
  select outcome_id from sportsbook_liability
   where outcome_id = any(${outcomeIds}::bigint[])
   order by outcome_id
     for no key update`

export type SumRow = { outcomeId: number; marketId: number; stakeCents: number; returnCents: number }

/** The open stakes and potential returns of all outcomes of these markets. No row without open bets. */
export const selectLiabilities = (sql: Sql, marketIds: readonly number[]) => sql<SumRow[]>`
  select outcome_id as "outcomeId", market_id as "marketId", stake_cents as "stakeCents", return_cents as "returnCents"
    from sportsbook_liability
   where market_id = any(${marketIds}::bigint[])`

export type LiabilityColumns = {
  outcomeIds: number[]
  marketIds: number[]
  stakes: number[]
  returns: number[]
  /** The maximum potential return of each outcome's open bets, these included; null for no limit. */
  maxReturns: (number | null)[]
}

/**
 * Adds open bets, by ascending outcome. Fails with a serialization failure, which retries the transaction, if others
 * have added so much since the read that an outcome would exceed its maximum.
 */
export const addLiabilities = (tx: Tx, columns: LiabilityColumns) => tx`
  with added as (
    select outcome_id, market_id, stake, returned, most
      from unnest(${columns.outcomeIds}::bigint[], ${columns.marketIds}::bigint[], ${columns.stakes}::bigint[],
                  ${columns.returns}::bigint[], ${columns.maxReturns}::bigint[])
        as row (outcome_id, market_id, stake, returned, most)
  ), written as (
    insert into sportsbook_liability as liability (outcome_id, market_id, stake_cents, return_cents)
    select outcome_id, market_id, stake, returned from added order by outcome_id
    on conflict (outcome_id) do update
       set stake_cents = liability.stake_cents + excluded.stake_cents,
           return_cents = liability.return_cents + excluded.return_cents
    returning liability.outcome_id, liability.return_cents
  )
  select sportsbook_liability_moved()
    from written join added using (outcome_id)
   where written.return_cents > added.most`

export type ClosedColumns = { outcomeIds: number[]; stakes: number[]; returns: number[] }

/** Subtracts bets that are no longer open. Locks needed: the rows. */
export const subtractLiabilities = (tx: Tx, columns: ClosedColumns) => tx`
  update sportsbook_liability liability
     set stake_cents = liability.stake_cents - row.stake, return_cents = liability.return_cents - row.returned
    from unnest(${columns.outcomeIds}::bigint[], ${columns.stakes}::bigint[], ${columns.returns}::bigint[])
           as row (outcome_id, stake, returned)
   where liability.outcome_id = row.outcome_id`

/** Deletes outcomes without open bets; locks needed: their rows. */
export const deleteEmpty = (tx: Tx, outcomeIds: readonly number[]) => tx`
  delete from sportsbook_liability where outcome_id = any(${outcomeIds}::bigint[]) and stake_cents = 0 and return_cents = 0`

/**
 * Stakes of all open bets: what the ledger's clearing account must hold. Free stakes are no income of their markets,
 * so no outcome's liability includes them.
 */
export const selectOpenStakes = async (tx: Tx): Promise<number> => {
  const rows = await tx<{ sum: number }[]>`
    select ((select coalesce(sum(stake_cents), 0) from sportsbook_liability)
          + (select coalesce(sum(bet.free_cents), 0)
               from sportsbook_free_bet free
               join sportsbook_bet bet on bet.id = free.bet_id and bet.status = 'open'))::bigint as sum`
  return rows[0]?.sum ?? Number.NaN
}

type DriftRow = {
  outcomeId: number
  stakeCents: number
  returnCents: number
  openStakeCents: number
  openReturnCents: number
}

/** Outcomes whose liabilities differ from their open bets; one statement, so one snapshot. */
export const selectDrift = (sql: Sql) => sql<DriftRow[]>`
  with open as (
    select leg.outcome_id, sum(leg.exposed_stake_cents)::bigint as stake, sum(leg.exposed_return_cents)::bigint as returned
      from sportsbook_bet bet
      join sportsbook_leg leg on leg.bet_id = bet.id
     where bet.status = 'open'
     group by leg.outcome_id
  )
  select outcome_id as "outcomeId",
         coalesce(liability.stake_cents, 0) as "stakeCents", coalesce(liability.return_cents, 0) as "returnCents",
         coalesce(open.stake, 0) as "openStakeCents", coalesce(open.returned, 0) as "openReturnCents"
    from open
    full join sportsbook_liability liability using (outcome_id)
   -- Legs that are decided put nothing on their outcomes while others are waited for, whether or not a row says so.
   where coalesce(open.stake, 0) <> coalesce(liability.stake_cents, 0)
      or coalesce(open.returned, 0) <> coalesce(liability.return_cents, 0)
   order by outcome_id
   limit 20`

/** Every outcome with open bets, with its market, match and match state. Read without a lock. */
export const selectOpenOutcomes = (sql: Sql) => sql<OpenRow[]>`
  select market.fixture_id as "fixtureId", fixture.competition_id as "competitionId", competition.sport,
         coalesce(greatest(limited.before_start_bps, limited.in_play_bps), 10000) as "scenarioBps",
         market.id as "marketId", market.type, market.period, market.line_quarters as "lineQuarters", market.side,
         outcome.outcome_code as code,
         case when market.selections is not null then sportsbook_selected(market.selections) end as selections,
         liability.stake_cents as "stakeCents", liability.return_cents as "returnCents",
         case when competition.sport = 'football' then (fixture.state -> 'score' ->> 0)::integer end as "homeScore",
         case when competition.sport = 'football' then (fixture.state -> 'score' ->> 1)::integer end as "awayScore"
    from sportsbook_liability liability
    join sportsbook_outcome outcome on outcome.id = liability.outcome_id
    join sportsbook_market market on market.id = liability.market_id
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
    join sportsbook_competition competition on competition.id = fixture.competition_id
    left join sportsbook_match_limit limited on limited.fixture_id = fixture.id and limited.ended_at is null`

/** Serialises refreshes of servers: each sees what all before it have reserved. */
export const lockShares = (tx: Tx) => tx`select pg_advisory_xact_lock(hashtext('sportsbook_room_share'))`

type Kept = {
  fixtures: [number, number][]
  competitions: [number, number][]
  sports: [string, number][]
  book: number
}

/** The other servers' reservations. Deletes those whose session is gone. */
export async function selectOtherShares(tx: Tx, server: string): Promise<Reserved[]> {
  const rows = await tx<{ servers: number; reserved: Kept | null }[]>`
    with gone as (
      delete from sportsbook_room_share share
       where not exists (select from pg_stat_activity session
                          where session.pid = share.pid and session.backend_start = share.session_start)
      returning server
    )
    select servers, reserved from sportsbook_room_share
     where server <> ${server}::uuid and server not in (select server from gone)`
  return rows.map(({ servers, reserved }) => ({ servers, costs: reserved ? costsOf(reserved) : undefined }))
}

const costsOf = ({ fixtures, competitions, sports, book }: Kept): Costs => ({
  fixtures: new Map(fixtures),
  competitions: new Map(competitions),
  sports: new Map(sports),
  book,
  limitsBps: new Map(),
})

const keptOf = ({ fixtures, competitions, sports, book }: Costs): Kept => ({
  fixtures: [...fixtures],
  competitions: [...competitions],
  sports: [...sports],
  book,
})

type Share = { server: string; session: Session; reserved: Reserved }

export const upsertShare = (tx: Tx, { server, session, reserved: { servers, costs } }: Share) => tx`
  insert into sportsbook_room_share (server, pid, session_start, servers, reserved)
  values (${server}::uuid, ${session.pid}, ${session.startedAt}::timestamptz, ${servers},
          ${costs ? JSON.stringify(keptOf(costs)) : null}::jsonb)
  on conflict (server) do update
     set pid = excluded.pid, session_start = excluded.session_start, servers = excluded.servers,
         reserved = excluded.reserved`

export const deleteShare = (tx: Tx, server: string) => tx`
  delete from sportsbook_room_share where server = ${server}::uuid`

/** Sent when the transaction commits. */
export const notifyServers = (tx: Tx, channel: string, server: string) =>
  tx`select pg_notify(${channel}, ${server})`
