import type { Sql } from '../../platform/db/index.ts'

type Booking = { code: string; selection: string; hours: number }

/** Codes that are over are known for so many days: whoever opens one is told that it is. */
const KNOWN_DAYS = 30
/** Forgotten with each new one: more than come in, so the table does not grow. */
const FORGOTTEN_AT_ONCE = 20

/** Keeps a selection under this code, or under the one it has while that stands; answers which. */
export const upsertBooking = (sql: Sql, { code, selection, hours }: Booking) => sql<
  { code: string; expiresAt: Date }[]
>`
  with forgotten as (
    delete from sportsbook_booking
     where selection <> ${selection}
       and code in (select code from sportsbook_booking
                     where expires_at < now() - make_interval(days => ${KNOWN_DAYS})
                     limit ${FORGOTTEN_AT_ONCE})
  )
  insert into sportsbook_booking as booking (code, selection, expires_at)
  values (${code}, ${selection}, now() + make_interval(hours => ${hours}))
  on conflict (selection) do update
     set code = case when booking.expires_at > now() then booking.code else excluded.code end,
         expires_at = excluded.expires_at
  returning code, expires_at as "expiresAt"`

export const selectBooking = (sql: Sql, code: string) => sql<
  { selection: string; expiresAt: Date; isOver: boolean }[]
>`
  select selection, expires_at as "expiresAt", expires_at <= now() as "isOver"
    from sportsbook_booking
   where code = ${code}`
