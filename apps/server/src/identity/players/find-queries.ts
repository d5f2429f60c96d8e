import type { Sql } from '../../platform/db/index.ts'

export const selectIdsByEmail = (sql: Sql, emails: readonly string[]) => sql<{ playerId: number }[]>`
  select id as "playerId" from identity_player where email = any(${emails}::text[])`
