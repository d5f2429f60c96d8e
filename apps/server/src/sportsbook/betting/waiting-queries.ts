import type { Sql, Tx } from '../../platform/db/index.ts'
import type { ReferralStatus } from './bet-referral-queries.ts'

type Names = { playerIds: readonly number[]; requestIds: readonly string[] }

/**
 * Records a waiting bet, and deletes the player's requests older than an hour. A repeated request keeps its times; otherwise
 * repeating it would extend the time to cancel.
 */
export const insertWaiting = (
  sql: Sql,
  {
    playerId,
    requestId,
    delayMs,
    cancelMs,
  }: { playerId: number; requestId: string; delayMs: number; cancelMs: number },
) => sql`
  with gone as (
    delete from sportsbook_waiting_bet
     where player_id = ${playerId} and request_id <> ${requestId} and due_at < now() - interval '1 hour'
  )
  insert into sportsbook_waiting_bet as waiting (player_id, request_id, due_at, cancel_until)
  select ${playerId}, ${requestId}, clock.at + make_interval(secs => ${delayMs / 1000}),
         clock.at + make_interval(secs => ${cancelMs / 1000})
    from (select clock_timestamp() as at) clock
  on conflict (player_id, request_id) do update
     set due_at = case when waiting.status = 'waiting' and waiting.due_at > clock_timestamp() - interval '30 seconds'
                       then waiting.due_at else excluded.due_at end,
         cancel_until = case when waiting.status = 'waiting' and waiting.due_at > clock_timestamp() - interval '30 seconds'
                             then waiting.cancel_until else excluded.cancel_until end,
         status = 'waiting', refusal = null, refusal_values = null,
         refusal_detail = null
   where waiting.status <> 'cancelled'`

/** Locks these requests; cancelling one waits until it is decided. */
export const lockWaiting = (tx: Tx, { playerIds, requestIds }: Names) => tx<
  { playerId: number; requestId: string; status: 'waiting' | 'cancelled' | 'refused' }[]
>`
  select waiting.player_id as "playerId", waiting.request_id as "requestId", waiting.status
    from sportsbook_waiting_bet waiting
    join unnest(${playerIds}::bigint[], ${requestIds}::text[]) as row (player_id, request_id) using (player_id, request_id)
   order by waiting.player_id, waiting.request_id
     for update of waiting`

/** The requests among these that still wait on a live server. */
export const selectWaiting = (sql: Sql, { playerIds, requestIds }: Names) => sql<
  { playerId: number; requestId: string }[]
>`
  select waiting.player_id as "playerId", waiting.request_id as "requestId"
    from sportsbook_waiting_bet waiting
    join unnest(${playerIds}::bigint[], ${requestIds}::text[]) as row (player_id, request_id) using (player_id, request_id)
   where waiting.status = 'waiting' and waiting.due_at > clock_timestamp() - interval '30 seconds'`

export const deleteWaiting = (tx: Tx, { playerIds, requestIds }: Names) => tx`
  delete from sportsbook_waiting_bet waiting
   using unnest(${playerIds}::bigint[], ${requestIds}::text[]) as row (player_id, request_id)
   where waiting.player_id = row.player_id and waiting.request_id = row.request_id`

export const refuseWaiting = (
  tx: Tx,
  {
    playerIds,
    requestIds,
    codes,
    values,
    details,
  }: Names & {
    codes: readonly string[]
    values: readonly (string | null)[]
    details: readonly (string | null)[]
  },
) => tx`
  update sportsbook_waiting_bet waiting
     set status = 'refused', refusal = row.code, refusal_values = row.given::jsonb,
         refusal_detail = row.detail::jsonb
    from unnest(${playerIds}::bigint[], ${requestIds}::text[], ${codes}::text[], ${values}::text[],
                ${details}::text[]) as row (player_id, request_id, code, given, detail)
   where waiting.player_id = row.player_id and waiting.request_id = row.request_id and waiting.status = 'waiting'`

/** Cancels a bet in the first part of its delay; a cancelled bet stays cancelled. */
export const cancelWaiting = (sql: Sql, playerId: number, requestId: string) => sql<{ requestId: string }[]>`
  update sportsbook_waiting_bet set status = 'cancelled'
   where player_id = ${playerId} and request_id = ${requestId} and (status = 'cancelled' or (status = 'waiting' and cancel_until > clock_timestamp()))
  returning request_id as "requestId"`

export type RequestRow = {
  betId: number | null
  status: 'waiting' | 'cancelled' | 'refused' | null
  refusal: string | null
  /** The values of the refusal's text. */
  values: Record<string, string | number> | null
  /** Its other details. */
  detail: Record<string, unknown> | null
  dueAt: Date | null
  /** Until when it can be cancelled. */
  cancelUntil: Date | null
  /** Long overdue without a decision: its server died, and no money moved. */
  isLost: boolean
  /** A referral of this request to a trader, with its time to decide. */
  referral: ReferralStatus | null
  referredUntil: Date | null
}

/** The result of a request: the bet it placed, or its wait. */
export const selectRequest = (sql: Sql, playerId: number, requestId: string) => sql<RequestRow[]>`
  select bet.id as "betId", waiting.status, coalesce(waiting.refusal, referral.refusal) as refusal,
         coalesce(waiting.refusal_values, referral.refusal_values) as values,
         coalesce(waiting.refusal_detail, referral.refusal_detail) as detail,
         case when referral.status = 'waiting' and referral.until <= clock_timestamp() then 'over'
              else referral.status end as referral,
         referral.until as "referredUntil",
         waiting.due_at as "dueAt", waiting.cancel_until as "cancelUntil",
         coalesce(waiting.due_at < clock_timestamp() - interval '30 seconds', false) as "isLost"
    from (select 1) as one
    left join sportsbook_bet bet on bet.player_id = ${playerId} and bet.request_id = ${requestId}
    left join sportsbook_waiting_bet waiting
      on waiting.player_id = ${playerId} and waiting.request_id = ${requestId}
    left join sportsbook_bet_referral referral
      on referral.player_id = ${playerId} and referral.request_id = ${requestId}`
