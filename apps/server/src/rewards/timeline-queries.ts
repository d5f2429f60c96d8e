import type { Sql } from '../platform/db/index.ts'
import type { ListPlace } from '../platform/merge-pages.ts'

type GrantEntry = ListPlace & { kind: string; amountCents: number }

/**
 * What rewards gave a player before a place, newest first. The bound on the time alone lets PostgreSQL use the index;
 * the key separates grants of one moment.
 */
export const selectPlayerGrants = (
  sql: Sql,
  { playerId, before, max }: { playerId: number; before: ListPlace; max: number },
) => sql<GrantEntry[]>`
  select kind || '.' || source_key as key, (extract(epoch from granted_at) * 1000000)::bigint as "atMicros", kind,
         amount_cents as "amountCents"
    from rewards_grant
   where player_id = ${playerId}
     and granted_at <= to_timestamp(0) + ${before.atMicros}::bigint * interval '1 microsecond'
     and (granted_at, kind || '.' || source_key)
         < (to_timestamp(0) + ${before.atMicros}::bigint * interval '1 microsecond', ${before.key}::text)
   order by granted_at desc, kind || '.' || source_key desc limit ${max}`
