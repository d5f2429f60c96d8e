import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'

/** What players sent today, of America/Sao_Paulo. Their accounts are held. */
export const selectSentToday = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; sentCents: number }[]
>`
  select player_id as "playerId", sum(amount_cents)::bigint as "sentCents"
    from cashier_transfer
   where player_id = any(${playerIds}::bigint[]) and day = (now() at time zone 'America/Sao_Paulo')::date
   group by player_id`

/** Which transfers these request ids became. The senders' accounts are held. */
export const selectTransfers = (tx: Tx, playerIds: readonly number[], requestIds: readonly string[]) => tx<
  {
    id: string
    playerId: number
    requestId: string
    requestDigest: string | null
    recipientId: number
    amountCents: number
  }[]
>`
  select id, player_id as "playerId", request_id as "requestId", recipient_id as "recipientId",
         amount_cents as "amountCents", request_digest as "requestDigest"
    from cashier_transfer
   where player_id = any(${playerIds}::bigint[]) and request_id = any(${requestIds}::text[])`

export const insertTransfers = insertInto('cashier_transfer', {
  id: 'text',
  playerId: 'bigint',
  requestId: 'text',
  requestDigest: 'text null',
  recipientId: 'bigint',
  amountCents: 'bigint',
})
