import type { Sql } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'

/** Keeps what names mean; what one meant first stays. */
export const insertIdentities = insertInto(
  'cashier_provider',
  { name: 'text', identitySha256: 'text' },
  'order by 1 on conflict (name) do nothing',
)

/** What each name has meant since it was first used. */
export const selectIdentities = (sql: Sql) => sql<{ name: string; identitySha256: string }[]>`
  select name, identity_sha256 as "identitySha256" from cashier_provider`
