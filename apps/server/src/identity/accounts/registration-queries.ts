import type { Sql } from '../../platform/db/index.ts'

/** A player as far as an audience is chosen by the registration. */
type AudienceRow = { playerId: number; isClosed: boolean }

type RegisteredWithin = { after: number; max: number; from: string | null; to: string | null }

/**
 * Players after this one who registered from one house day to another, both included, by ascending id; null: without
 * that bound. Test accounts are no audience.
 */
export const selectRegisteredAfter = (sql: Sql, { after, max, from, to }: RegisteredWithin) => sql<
  AudienceRow[]
>`
  select id as "playerId", closed_at is not null as "isClosed"
    from identity_player
   where id > ${after} and not is_test
     and (${from}::date is null or created_at >= ${from}::date::timestamp at time zone 'America/Sao_Paulo')
     and (${to}::date is null or created_at < (${to}::date + 1)::timestamp at time zone 'America/Sao_Paulo')
   order by id
   limit ${max}`
