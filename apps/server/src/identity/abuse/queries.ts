import type { Sql, Tx } from '../../platform/db/index.ts'

/** A captcha drawn again for the same id and address replaces the previous one. */
export const insertCaptcha = (
  sql: Sql,
  row: { codeId: number; ip: string; solution: string; purpose: string | null; seconds: number },
) => sql`
  insert into identity_captcha (code_id, ip, solution, purpose, expires_at)
  values (${row.codeId}, ${row.ip}, ${row.solution}, ${row.purpose}, now() + make_interval(secs => ${row.seconds}))
  on conflict (code_id, ip) do update
    set solution = excluded.solution, purpose = excluded.purpose, expires_at = excluded.expires_at`

type Drawn = { solution: string; purpose: string | null }

/** Deletes and returns the captcha, so that of any number of answers only one is compared. */
export const consumeCaptchaRow = async (sql: Sql, codeId: number, ip: string): Promise<Drawn | undefined> => {
  const rows = await sql<(Drawn & { lives: boolean })[]>`
    delete from identity_captcha where code_id = ${codeId} and ip = ${ip}
    returning solution, purpose, expires_at > now() as lives`
  return rows[0]?.lives ? rows[0] : undefined
}

export const deleteEndedCaptchas = (sql: Sql) => sql`
  delete from identity_captcha where (code_id, ip) in (
    select code_id, ip from identity_captcha where expires_at <= now()
     order by code_id, ip for update skip locked)`

/** The signing key of challenges: created by the first server that needs one, shared by all. */
export const selectProofKey = async (sql: Sql, fresh: string): Promise<string> => {
  const rows = await sql<{ key: string }[]>`
    with made as (
      insert into identity_proof_key (key) values (${fresh}) on conflict (is_only) do nothing returning key
    )
    select key from made union all select key from identity_proof_key limit 1`
  const [row] = rows
  return row ? row.key : selectProofKey(sql, fresh) // created meanwhile by another server: visible on the second read
}

/** The expiry of a challenge issued now, in seconds since 1970, by the database's clock. */
export const selectProofEnd = async (sql: Sql, liveSeconds: number): Promise<number> => {
  const rows = await sql<{ endsAt: number }[]>`
    select ceil(extract(epoch from now()))::bigint + ${liveSeconds} as "endsAt"`
  return rows[0]?.endsAt ?? 0
}

/** Consumes a challenge. False if it was used before or has expired. */
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

type CountRow = { key: string; taken: number }

/** The counts of these keys in their current windows. */
export const selectTries = (sql: Sql, keys: readonly string[]) => sql<CountRow[]>`
  select key, taken from identity_throttle where key = any(${keys}::text[]) and ends_at > now()`

/**
 * The counts of these keys in their current windows, locked; an expired window restarts. In ascending key order, like
 * every statement on this table: no deadlocks.
 */
export const lockTries = (tx: Tx, keys: readonly string[], seconds: readonly number[]) => tx<CountRow[]>`
  insert into identity_throttle as throttle (key, taken, ends_at)
  select key, 0, now() + make_interval(secs => seconds)
    from unnest(${keys}::text[], ${seconds}::integer[]) as row (key, seconds)
   order by key
  on conflict (key) do update
     set taken = case when throttle.ends_at <= now() then 0 else throttle.taken end,
         ends_at = case when throttle.ends_at <= now() then excluded.ends_at else throttle.ends_at end
  returning key, taken`

/** Adds one to each. Locks needed: these rows. */
export const addTries = (tx: Tx, keys: readonly string[]) => tx`
  update identity_throttle set taken = taken + 1 where key = any(${keys}::text[])`

export const refundTries = (sql: Sql, keys: readonly string[]) => sql`
  with locked as (
    select key from identity_throttle where key = any(${keys}::text[]) order by key for update
  )
  update identity_throttle set taken = greatest(taken - 1, 0)
    from locked where identity_throttle.key = locked.key`

export const deleteTries = (sql: Sql, key: string) => sql`delete from identity_throttle where key = ${key}`

export const deleteEndedThrottles = (sql: Sql) => sql`
  delete from identity_throttle where key in (
    select key from identity_throttle where ends_at <= now() order by key for update skip locked)`
