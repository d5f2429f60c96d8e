import type { Sql } from '../../platform/db/index.ts'

/** A player as far as an audience is chosen by the registration. */
type AudienceRow = { playerId: number; isClosed: boolean; isWithin: boolean }

type RegisteredWithin = { after: number; max: number; from: string | null; to: string | null }

/**
 * The next players after this one by ascending id, and which of them registered from one house day to another, both
 * included; null: without that bound. Test accounts are no audience. The limit counts the players that are read, not
 * those within the bounds: a narrow audience costs no scan of all players.
 */
export const selectRegisteredAfter = (sql: Sql, { after, max, from, to }: RegisteredWithin) => sql<
  AudienceRow[]
>`
  select id as "playerId", closed_at is not null as "isClosed",
         not is_test
           and (${from}::date is null or created_at >= ${from}::date::timestamp at time zone 'America/Sao_Paulo')
           and (${to}::date is null or created_at < (${to}::date + 1)::timestamp at time zone 'America/Sao_Paulo')
           as "isWithin"
    from identity_player
   where id > ${after}
   order by id
   limit ${max}`
