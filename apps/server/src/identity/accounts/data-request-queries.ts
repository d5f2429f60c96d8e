import type { Sql, Tx } from '../../platform/db/index.ts'

/** What an identified player is asked for: the yearly statement on political exposure, or a missing gender. */
export type AskedData = 'exposure' | 'gender'
export type DataRequest = { playerId: number; what: AskedData }

/** How long a player's statement is valid, and how long after a request top-ups continue without an answer. */
const YEAR = '1 year'
const PATIENCE = '30 days'

/** Players with checked documents, by id after this one; others answer the questions before their check. */
export const selectDocumented = (sql: Sql, after: number, max: number) => sql<{ playerId: number }[]>`
  select id as "playerId" from identity_player
   where id > ${after} and documents_checked_at is not null and closed_at is null and not is_test
   order by id limit ${max}`

/**
 * Requests missing data of these kinds from these players; returns the new requests. Skips players with an unanswered
 * request.
 */
export const insertDataRequests = (
  tx: Tx,
  { playerIds, kinds }: { playerIds: readonly number[]; kinds: readonly AskedData[] },
) => tx<DataRequest[]>`
  insert into identity_data_request as request (player_id, what)
  select player_id, what
    from unnest(${playerIds}::bigint[]) as asked (player_id) cross join unnest(${kinds}::text[]) as kind (what)
   where case what
           when 'exposure' then not exists (
             select from identity_exposure_statement said
              where said.player_id = asked.player_id and source = 'declared' and said_at > now() - ${YEAR}::interval)
           else not exists (select from identity_gender said where said.player_id = asked.player_id) end
   order by player_id, what
  on conflict (player_id, what) do update set asked_at = now()
   where exists (select from identity_exposure_statement said
                  where said.player_id = request.player_id and request.what = 'exposure'
                    and source = 'declared' and said_at >= request.asked_at)
  returning player_id as "playerId", what`

/**
 * Requests of these kinds that these players left unanswered for a while. An earlier answer counts until its player
 * was asked again and had time to answer.
 */
export const selectOverdueData = (
  sql: Sql,
  { playerIds, kinds }: { playerIds: readonly number[]; kinds: readonly AskedData[] },
) => sql<DataRequest[]>`
  select player_id as "playerId", what from identity_data_request request
   where player_id = any(${playerIds}::bigint[]) and what = any(${kinds}::text[])
     and asked_at < now() - ${PATIENCE}::interval
     and case what
           when 'exposure' then not exists (
             select from identity_exposure_statement said
              where said.player_id = request.player_id and source = 'declared'
                and (said_at > now() - ${YEAR}::interval or said_at >= request.asked_at))
           else not exists (select from identity_gender said where said.player_id = request.player_id) end
   order by player_id, what`
