import type { Sql } from '../../platform/db/index.ts'

/** A captcha drawn again for the same id and address takes the place of the one before. */
export const insertCaptcha = (
  sql: Sql,
  { codeId, ip, solution, seconds }: { codeId: number; ip: string; solution: string; seconds: number },
) => sql`
  insert into identity_captcha (code_id, ip, solution, expires_at)
  values (${codeId}, ${ip}, ${solution}, now() + make_interval(secs => ${seconds}))
  on conflict (code_id, ip) do update set solution = excluded.solution, expires_at = excluded.expires_at`

/** Takes the captcha out, so that of any number of answers one alone is compared. */
export const takeCaptchaRow = async (sql: Sql, codeId: number, ip: string): Promise<string | undefined> => {
  const rows = await sql<{ solution: string; lives: boolean }[]>`
    delete from identity_captcha where code_id = ${codeId} and ip = ${ip}
    returning solution, expires_at > now() as lives`
  return rows[0]?.lives ? rows[0].solution : undefined
}

export const deleteEndedCaptchas = (sql: Sql) => sql`
  delete from identity_captcha where (code_id, ip) in (
    select code_id, ip from identity_captcha where expires_at <= now()
     order by code_id, ip for update skip locked)`
