import type { Sql, Tx } from '../../platform/db/index.ts'

export type RuleKind = 'sell' | 'notify'

/**
 * How a level stands. What was asked for last counts only where it was asked for after the level: a server of the version before
 * sets levels and leaves the rest of the row as it is.
 */
export type RuleState = {
  /** A selection of it is being played. */
  isInPlay: boolean
  /** A level stands, or is on its way. */
  isSet: boolean
  /** What was asked for last does not count yet. */
  isOnItsWay: boolean
}

/** How the level of an open bet of this player stands, locked with its bet: changes come one after the other. */
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

/** Sets the level of a bet, which counts after the delay; what stood before counts no more. */
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

/** Sets the level of a bet, or none, after the delay; until then what stands counts. */
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

/** Rules that still wait and count by now, after this one. */
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

/** The levels of these bets as their player asked for them last. */
export const selectRulesOf = (sql: Sql, playerId: number, betIds: readonly number[]) => sql<RuleRow[]>`
  select bet_id as "betId", kind, player_id as "playerId",
         case when next_from > counts_from then next_level_cents else level_cents end as "levelCents"
    from sportsbook_cash_out_rule
   where bet_id = any(${betIds}::bigint[]) and player_id = ${playerId} and done_at is null
     and (next_from is null or next_from <= counts_from or next_level_cents is not null)
   order by bet_id, kind desc`

/** Marks rules as done; answers those that nobody else has. */
export const endRules = (tx: Tx, betIds: readonly number[], kinds: readonly RuleKind[]) => tx<
  { betId: number }[]
>`
  update sportsbook_cash_out_rule rule
     set done_at = now()
    from unnest(${betIds}::bigint[], ${kinds}::text[]) as row (bet_id, kind)
   where rule.bet_id = row.bet_id and rule.kind = row.kind and rule.done_at is null
  returning rule.bet_id as "betId"`

/** Rules of bets that are no longer open wait for nothing. */
export const dropEnded = (sql: Sql) => sql`
  update sportsbook_cash_out_rule rule
     set done_at = now()
    from sportsbook_bet bet
   where bet.id = rule.bet_id and rule.done_at is null and bet.status <> 'open'`
