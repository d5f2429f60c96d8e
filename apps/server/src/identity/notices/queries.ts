import type { Sql } from '../../platform/db/index.ts'
import type { Lang } from '../../platform/texts.ts'
import type { MailTerms } from '../reset/mail-terms.ts'

/** Notes that somebody tried to register with a player's e-mail, unless that was noted not long before. */
export const upsertTakenNotice = (
  sql: Sql,
  { email, lang }: { email: string; lang: Lang },
  seconds: number,
) => sql`
  insert into identity_taken_notice as notice (player_id, lang)
  select id, ${lang} from identity_player where email = ${email} and not is_test
  on conflict (player_id) do update
     set lang = excluded.lang, noted_at = now(), next_mail_at = now(), mail_tries = 0
   where notice.noted_at <= now() - make_interval(secs => ${seconds})`

/** Takes notices that are due: each is due again later should this mail not leave, until it was tried so often. */
export const claimTakenNotices = (sql: Sql, { maxTries, retrySeconds, max }: MailTerms) => sql<
  { playerId: number; email: string; lang: Lang }[]
>`
  update identity_taken_notice notice
     set mail_tries = mail_tries + 1,
         next_mail_at = identity_next_mail_at(mail_tries + 1, ${maxTries}, ${retrySeconds})
    from identity_player player
   where player.id = notice.player_id
     and notice.player_id in (select player_id from identity_taken_notice where next_mail_at <= now()
                               order by player_id limit ${max} for update skip locked)
  returning notice.player_id as "playerId", player.email, notice.lang`

export const updateNoticeMailed = (sql: Sql, playerId: number) => sql`
  update identity_taken_notice set next_mail_at = null where player_id = ${playerId}`
