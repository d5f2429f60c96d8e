import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { OutcomePlace } from '../betting/queries.ts'
import type { Runner } from '../sports/adapter.ts'

export type EarlierRow = {
  playerId: number
  requestId: string
  betId: number
  paidCents: number
  unitCents: number
  /** The unit stake before it. */
  unitBeforeCents: number
}

/** The earlier cash-outs of these requests. */
export const selectEarlier = (sql: Sql, playerIds: readonly number[], requestIds: readonly string[]) => sql<
  EarlierRow[]
>`
  select cash_out.player_id as "playerId", cash_out.request_id as "requestId", cash_out.bet_id as "betId",
         cash_out.paid_cents as "paidCents", cash_out.unit_cents as "unitCents",
         bet.unit_stake_cents - coalesce((select sum(before.unit_cents) from sportsbook_cash_out before
                                           where before.bet_id = cash_out.bet_id and before.id < cash_out.id), 0)::bigint
           as "unitBeforeCents"
    from unnest(${playerIds}::bigint[], ${requestIds}::text[]) as request (player_id, request_id)
    join sportsbook_cash_out cash_out using (player_id, request_id)
    join sportsbook_bet bet on bet.id = cash_out.bet_id`

/**
 * All outcomes of the markets of these bets: the chance of one depends on all prices. Without a model, also those of markets that
 * imply how often this one refunds: half lines beside a whole or quarter line, and the three-way result beside a
 * two-way one.
 */
export const selectOutcomesBeside = (sql: Sql, betIds: readonly number[]) => sql<OutcomePlace[]>`
  with backed as materialized (
    select distinct market_id as id
      from sportsbook_leg leg
      join sportsbook_outcome outcome on outcome.id = leg.outcome_id
     where leg.bet_id = any(${betIds}::bigint[])
  )
  select outcome.id as "outcomeId", market.id as "marketId", market.fixture_id as "fixtureId"
    from backed
    join sportsbook_market market on market.id = backed.id
    join sportsbook_outcome outcome on outcome.market_id = market.id
   union
  select outcome.id, beside.id, beside.fixture_id
    from (select fixture_id, type, period, side, line_quarters as line
            from backed join sportsbook_market using (id)) as own
    join sportsbook_fixture fixture on fixture.id = own.fixture_id and fixture.model is null
    join sportsbook_market beside
      on beside.fixture_id = own.fixture_id and beside.status = 'open' and beside.selections is null
    join sportsbook_outcome outcome on outcome.market_id = beside.id
   where (beside.type = own.type and beside.period = own.period and beside.side is not distinct from own.side
          and abs(own.line % 4) <> 2 and abs(beside.line_quarters % 4) = 2
          and abs(beside.line_quarters - own.line) < 4)
      or (own.line is null and own.type ~ '[.](winner|moneyline|draw_no_bet)$'
          and beside.type = split_part(own.type, '.', 1) || '.1x2'
          and beside.period in (own.period, case own.period when 'all' then 'full' end))`

export type PricedFromRow = {
  fixtureId: number
  /** The pricing model of its match; null if priced externally. */
  model: unknown
  /** The runners of a race or an outright. */
  runners: Runner[]
  /** In play with all markets suspended: the latest event may be reverted. */
  isStopped: boolean
}

/** The pricing data of these matches. */
export const selectPricedFrom = (sql: Sql, fixtureIds: readonly number[]) => sql<PricedFromRow[]>`
  select fixture.id as "fixtureId", fixture.model,
         case when competition.sport = 'racing' or fixture.is_outright then (
           select json_agg(json_build_object('place', place, 'isWithdrawn', is_withdrawn) order by place)
             from sportsbook_fixture_participant where fixture_id = fixture.id)
         else '[]' end as runners,
         fixture.match_status between 1 and 5
           and not exists (select from sportsbook_market market
                            where market.fixture_id = fixture.id
                              and sportsbook_market_status(market, fixture) = 'open') as "isStopped"
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
   where fixture.id = any(${fixtureIds}::bigint[])`

export const insertCashOuts = insertInto('sportsbook_cash_out', {
  betId: 'bigint',
  playerId: 'bigint',
  requestId: 'text',
  unitCents: 'bigint',
  stakeCents: 'bigint',
  paidCents: 'bigint',
  fairCents: 'bigint',
})

export type SoldColumns = { ids: number[]; units: number[]; cash: number[]; bonus: number[]; paid: number[] }

/** Records the cashed-out part of these bets. */
export const addSold = (tx: Tx, columns: SoldColumns) => tx`
  update sportsbook_bet bet
     set sold_unit_cents = bet.sold_unit_cents + row.unit, sold_cash_cents = bet.sold_cash_cents + row.cash,
         sold_bonus_cents = bet.sold_bonus_cents + row.bonus, sold_paid_cents = bet.sold_paid_cents + row.paid
    from unnest(${columns.ids}::bigint[], ${columns.units}::bigint[], ${columns.cash}::bigint[],
                ${columns.bonus}::bigint[], ${columns.paid}::bigint[]) as row (id, unit, cash, bonus, paid)
   where bet.id = row.id`

export type EndedColumns = { ids: number[]; results: number[]; stakes: number[]; paid: number[] }

/** Ends fully cashed-out bets, and writes one settlement row for the list. */
export const endBets = (tx: Tx, { ids, results, stakes, paid }: EndedColumns) => tx`
  with settlement as (
    insert into sportsbook_settlement (bets, stake_cents, return_cents)
    select count(*), sum(stake), sum(paid) from unnest(${stakes}::bigint[], ${paid}::bigint[]) as row (stake, paid)
    returning id
  )
  update sportsbook_bet bet
     set status = 'cashed_out', result = row.result, return_cents = bet.sold_paid_cents, resolutions = '{}', settled_at = now(),
         settlement_id = (select id from settlement), settled_times = bet.settled_times + 1
    from unnest(${ids}::bigint[], ${results}::integer[]) as row (id, result)
   where bet.id = row.id`

export type RuleKind = 'sell' | 'notify'

/**
 * The state of a trigger. A pending change counts only if requested after the trigger: a previous-version server sets
 * triggers and leaves the rest of the row.
 */
export type RuleState = {
  /** One of its selections is in play. */
  isInPlay: boolean
  /** A trigger is set or pending. */
  isSet: boolean
  /** The last change does not count yet. */
  isOnItsWay: boolean
}

/** The trigger of an open bet of this player, locked with its bet: changes are serialised. */
export const lockRule = async (
  tx: Tx,
  { playerId, betId, kind }: { playerId: number; betId: number; kind: RuleKind },
): Promise<RuleState | undefined> => {
  const [bet] = await tx<object[]>`
    select from sportsbook_bet
     where id = ${betId} and player_id = ${playerId} and status = 'open' for no key update`
  if (!bet) return undefined
  const [state] = await tx<RuleState[]>`
    select exists (select from sportsbook_leg leg join sportsbook_fixture fixture on fixture.id = leg.fixture_id
                    where leg.bet_id = ${betId} and fixture.match_status between 1 and 5) as "isInPlay",
           coalesce(rule.bet_id is not null and rule.done_at is null
                    and (next.counts_from is null or rule.next_level_cents is not null
                         or next.counts_from > clock_timestamp()), false) as "isSet",
           coalesce(rule.done_at is null and greatest(rule.counts_from, next.counts_from) > clock_timestamp(), false)
             as "isOnItsWay"
      from (select) as one
      left join sportsbook_cash_out_rule rule on rule.bet_id = ${betId} and rule.kind = ${kind}
     cross join lateral (select case when rule.next_from > rule.counts_from then rule.next_from end as counts_from) as next`
  return state
}

/** Replaces the trigger now. The new one counts after the delay; until then none does. */
export const upsertRule = (
  tx: Tx,
  {
    playerId,
    betId,
    kind,
    levelCents,
    delayMs,
  }: { playerId: number; betId: number; kind: RuleKind; levelCents: number; delayMs: number },
) => tx`
  insert into sportsbook_cash_out_rule (bet_id, kind, player_id, level_cents, counts_from)
  values (${betId}, ${kind}, ${playerId}, ${levelCents}, clock_timestamp() + make_interval(secs => ${delayMs / 1000}))
  on conflict (bet_id, kind) do update set level_cents = excluded.level_cents, counts_from = excluded.counts_from,
                                           next_level_cents = null, next_from = null, done_at = null`

/** Sets or removes the trigger of a bet after the delay; the previous one counts until then. */
export const changeRule = (
  tx: Tx,
  {
    betId,
    kind,
    levelCents,
    delayMs,
  }: { betId: number; kind: RuleKind; levelCents: number | undefined; delayMs: number },
) => tx`
  update sportsbook_cash_out_rule
     set level_cents = case when next_from > counts_from then next_level_cents else level_cents end,
         next_level_cents = ${levelCents ?? null}::bigint,
         next_from = clock_timestamp() + make_interval(secs => ${delayMs / 1000})
   where bet_id = ${betId} and kind = ${kind}`

export const deleteRule = (
  sql: Sql,
  { playerId, betId, kind }: { playerId: number; betId: number; kind: RuleKind },
) => sql`
  delete from sportsbook_cash_out_rule where bet_id = ${betId} and kind = ${kind} and player_id = ${playerId}`

export type RuleRow = { betId: number; kind: RuleKind; playerId: number; levelCents: number }

/** Triggers in effect now, by bet and kind, after this one. */
export const selectWaitingRules = (
  sql: Sql,
  after: Pick<RuleRow, 'betId' | 'kind'> | undefined,
  max: number,
) => sql<RuleRow[]>`
  select rule.bet_id as "betId", rule.kind, rule.player_id as "playerId",
         case when next.counts_from <= clock_timestamp() then rule.next_level_cents else rule.level_cents end as "levelCents"
    from sportsbook_cash_out_rule rule
   cross join lateral (select case when rule.next_from > rule.counts_from then rule.next_from end as counts_from) as next
   where rule.done_at is null and (rule.bet_id, rule.kind) > (${after?.betId ?? 0}, ${after?.kind ?? ''})
     and rule.counts_from <= clock_timestamp()
     and (rule.next_level_cents is not null or coalesce(next.counts_from > clock_timestamp(), true))
   order by rule.bet_id, rule.kind
   limit ${max}`

/** The triggers of these bets as last requested. */
export const selectRulesOf = (sql: Sql, playerId: number, betIds: readonly number[]) => sql<RuleRow[]>`
  select bet_id as "betId", kind, player_id as "playerId",
         case when next_from > counts_from then next_level_cents else level_cents end as "levelCents"
    from sportsbook_cash_out_rule
   where bet_id = any(${betIds}::bigint[]) and player_id = ${playerId} and done_at is null
     and (next_from is null or next_from <= counts_from or next_level_cents is not null)
   order by bet_id, kind desc`

/** Ends these triggers; returns the bets of those that no other server had ended. */
export const endRules = (tx: Tx, betIds: readonly number[], kinds: readonly RuleKind[]) => tx<
  { betId: number }[]
>`
  update sportsbook_cash_out_rule rule
     set done_at = now()
    from unnest(${betIds}::bigint[], ${kinds}::text[]) as row (bet_id, kind)
   where rule.bet_id = row.bet_id and rule.kind = row.kind and rule.done_at is null
  returning rule.bet_id as "betId"`

/** Ends the triggers of bets that are no longer open. */
export const endRulesOfEndedBets = (sql: Sql) => sql`
  update sportsbook_cash_out_rule rule
     set done_at = now()
    from sportsbook_bet bet
   where bet.id = rule.bet_id and rule.done_at is null and bet.status <> 'open'`
