import type { Sql, Tx } from '../../platform/db/index.ts'

export type RuleKind = 'sell' | 'notify'

/** Sets the level of an open bet of this player, which counts after the delay; no row where there is no such bet. */
export const upsertRule = (
  sql: Sql,
  {
    playerId,
    betId,
    kind,
    levelCents,
    delayMs,
  }: { playerId: number; betId: number; kind: RuleKind; levelCents: number; delayMs: number },
) => sql<{ betId: number }[]>`
  insert into sportsbook_cash_out_rule as rule (bet_id, kind, player_id, level_cents, counts_from)
  select bet.id, ${kind}, bet.player_id, ${levelCents}, clock_timestamp() + make_interval(secs => ${delayMs / 1000})
    from sportsbook_bet bet
   where bet.id = ${betId} and bet.player_id = ${playerId} and bet.status = 'open'
  on conflict (bet_id, kind) do update set level_cents = excluded.level_cents, counts_from = excluded.counts_from,
                                            done_at = null
  returning rule.bet_id as "betId"`

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
  select rule.bet_id as "betId", rule.kind, rule.player_id as "playerId", rule.level_cents as "levelCents"
    from sportsbook_cash_out_rule rule
   where rule.done_at is null and (rule.bet_id, rule.kind) > (${after?.betId ?? 0}, ${after?.kind ?? ''})
     and rule.counts_from <= clock_timestamp()
   order by rule.bet_id, rule.kind
   limit ${max}`

export const selectRulesOf = (sql: Sql, playerId: number, betIds: readonly number[]) => sql<RuleRow[]>`
  select bet_id as "betId", kind, player_id as "playerId", level_cents as "levelCents"
    from sportsbook_cash_out_rule
   where bet_id = any(${betIds}::bigint[]) and player_id = ${playerId} and done_at is null
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
