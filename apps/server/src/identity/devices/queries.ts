import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'

/** The players who signed in on this device not too long ago. */
export const selectPlayersOfDevice = (sql: Sql, deviceHash: string, seconds: number) => sql<
  { playerId: number }[]
>`
  select player_id as "playerId" from identity_known_device
   where device_hash = ${deviceHash} and seen_at > now() - make_interval(secs => ${seconds})`

/** A player and a device may be in the list once at most. */
export const upsertKnownDevices = insertInto(
  'identity_known_device',
  { playerId: 'bigint', deviceHash: 'text' },
  'order by 1, 2 on conflict (player_id, device_hash) do update set seen_at = now()',
)

/** Devices of these players beyond so many: those not seen for longest. */
export const deleteOldestDevices = (tx: Tx, playerIds: readonly number[], max: number) => tx`
  delete from identity_known_device where (player_id, device_hash) in (
    select player_id, device_hash
      from (select player_id, device_hash,
                   row_number() over (partition by player_id order by seen_at desc, device_hash) as place
              from identity_known_device where player_id = any(${playerIds}::bigint[])) as placed
     where place > ${max})`

export const deleteForgottenDevices = (sql: Sql, seconds: number) => sql`
  delete from identity_known_device where seen_at <= now() - make_interval(secs => ${seconds})`
