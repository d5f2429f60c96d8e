import type { Sql } from '../../platform/db/index.ts'

/** The key that challenges are signed with: made by the first server that needs one, the same for all. */
export const selectProofKey = async (sql: Sql, fresh: string): Promise<string> => {
  const rows = await sql<{ key: string }[]>`
    with made as (
      insert into identity_proof_key (key) values (${fresh}) on conflict (is_only) do nothing returning key
    )
    select key from made union all select key from identity_proof_key limit 1`
  const [row] = rows
  return row ? row.key : selectProofKey(sql, fresh) // made meanwhile by another server: there on a second look
}

/** When a challenge that is given now is over, in seconds since 1970, by the clock of the database. */
export const selectProofEnd = async (sql: Sql, liveSeconds: number): Promise<number> => {
  const rows = await sql<{ endsAt: number }[]>`
    select ceil(extract(epoch from now()))::bigint + ${liveSeconds} as "endsAt"`
  return rows[0]?.endsAt ?? 0
}

/** Uses a challenge up. False when it was used before, or is over. */
export const insertUsedProof = async (sql: Sql, nonce: string, endsAt: number): Promise<boolean> => {
  const rows = await sql<object[]>`
    insert into identity_used_proof (nonce, ends_at)
    select ${nonce}, to_timestamp(${endsAt}) where to_timestamp(${endsAt}) > now()
    on conflict (nonce) do nothing
    returning nonce`
  return rows.length > 0
}

export const deleteEndedProofs = (sql: Sql) => sql`
  delete from identity_used_proof where nonce in (
    select nonce from identity_used_proof where ends_at <= now() order by nonce for update skip locked)`
