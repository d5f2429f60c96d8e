import type { Sql, Tx } from '../platform/db/index.ts'
import { present } from '../platform/assert.ts'
import { insertInto } from '../platform/db/insert.ts'

/** Today in São Paulo, and the 28 days before it. */
export const selectCoolOffSpan = async (tx: Tx): Promise<{ from: string; until: string }> => {
  const rows = await tx<{ from: string; until: string }[]>`
    select (today - 28)::text as "from", today::text as until
      from (select (now() at time zone 'America/Sao_Paulo')::date as today) as clock`
  return present(rows[0], 'today')
}

/** Which of these players were offered a pause today. */
export const selectOfferedToday = (tx: Tx, playerIds: readonly number[]) => tx<{ playerId: number }[]>`
  select player_id as "playerId" from protection_cool_off
   where player_id = any(${playerIds}::bigint[]) and day = (now() at time zone 'America/Sao_Paulo')::date`

/** Writes offers; answers those that were not written by somebody else already. */
export const insertCoolOffs = insertInto<
  { playerId: 'bigint'; day: 'date'; netLossCents: 'bigint'; fromCents: 'bigint' },
  { playerId: number; day: string; netLossCents: number }
>(
  'protection_cool_off',
  { playerId: 'bigint', day: 'date', netLossCents: 'bigint', fromCents: 'bigint' },
  'on conflict do nothing returning player_id as "playerId", day::text, net_loss_cents as "netLossCents"',
)

/** The offer of today that the player has not answered; none where there is none. */
export const selectOpenCoolOff = (sql: Sql, playerId: number) => sql<
  { netLossCents: number; fromCents: number; offeredAt: Date }[]
>`
  select net_loss_cents as "netLossCents", from_cents as "fromCents", offered_at as "offeredAt"
    from protection_cool_off
   where player_id = ${playerId} and answered_at is null and day = (now() at time zone 'America/Sao_Paulo')::date`

/** Notes that the player answered what was offered; the first time counts. */
export const updateCoolOffAnswered = (sql: Sql, playerId: number) => sql`
  update protection_cool_off set answered_at = now() where player_id = ${playerId} and answered_at is null`
