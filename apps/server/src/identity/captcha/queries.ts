import type { Sql } from '../../platform/db/index.ts'

/** A captcha drawn again for the same id and address takes the place of the one before. */
export const insertCaptcha = (
  sql: Sql,
  row: { codeId: number; ip: string; solution: string; purpose: string | null; seconds: number },
) => sql`
  insert into identity_captcha (code_id, ip, solution, purpose, expires_at)
  values (${row.codeId}, ${row.ip}, ${row.solution}, ${row.purpose}, now() + make_interval(secs => ${row.seconds}))
  on conflict (code_id, ip) do update
    set solution = excluded.solution, purpose = excluded.purpose, expires_at = excluded.expires_at`

type Drawn = { solution: string; purpose: string | null }

/** Takes the captcha out, so that of any number of answers one alone is compared. */
export const takeCaptchaRow = async (sql: Sql, codeId: number, ip: string): Promise<Drawn | undefined> => {
  const rows = await sql<(Drawn & { lives: boolean })[]>`
    delete from identity_captcha where code_id = ${codeId} and ip = ${ip}
    returning solution, purpose, expires_at > now() as lives`
  return rows[0]?.lives ? rows[0] : undefined
}

export const deleteEndedCaptchas = (sql: Sql) => sql`
  delete from identity_captcha where (code_id, ip) in (
    select code_id, ip from identity_captcha where expires_at <= now()
     order by code_id, ip for update skip locked)`
