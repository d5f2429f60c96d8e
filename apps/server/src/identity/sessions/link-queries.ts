import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Lang } from '../../platform/texts.ts'
import type { MailTerms } from '../mail.ts'

export const insertLinkRequest = (sql: Sql, { email, lang }: { email: string; lang: Lang }) => sql`
  insert into identity_sign_in_link (email, lang, next_mail_at) values (${email}, ${lang}, now())`

/** A link that is told to its player at once. */
export const insertLink = (sql: Sql, link: { playerId: number; tokenHash: string; seconds: number }) => sql`
  insert into identity_sign_in_link (player_id, lang, token_hash, ends_at)
  values (${link.playerId}, 'pt-BR', ${link.tokenHash}, now() + make_interval(secs => ${link.seconds}))`

export type DueLink = { id: number; email: string; lang: Lang; playerId: number | null }

/** Takes requests that are due, locked: whose e-mail it is, where it is a player's. Each is due again later. */
export const claimLinks = (tx: Tx, { maxTries, retrySeconds, max }: MailTerms) => tx<DueLink[]>`
  update identity_sign_in_link link
     set mail_tries = mail_tries + 1,
         next_mail_at = identity_next_mail_at(mail_tries + 1, ${maxTries}, ${retrySeconds})
   where id in (select id from identity_sign_in_link where next_mail_at <= now()
                 order by id limit ${max} for update skip locked)
  returning id, email, lang,
            (select player.id from identity_player player where player.email = link.email and not player.is_test) as "playerId"`

/** Gives requests their tokens, in force for so long; of nobody's nothing is kept but that it was asked. */
export const updateTokens = (
  tx: Tx,
  links: { ids: readonly number[]; playerIds: readonly number[]; tokenHashes: readonly string[] },
  seconds: number,
) => tx`
  update identity_sign_in_link link
     set player_id = row.player_id, token_hash = row.token_hash, ends_at = now() + make_interval(secs => ${seconds})
    from unnest(${links.ids}::bigint[], ${links.playerIds}::bigint[], ${links.tokenHashes}::text[])
           as row (id, player_id, token_hash)
   where link.id = row.id`

export const updateLinksMailed = (sql: Sql, ids: readonly number[]) => sql`
  update identity_sign_in_link set next_mail_at = null where id = any(${ids}::bigint[])`

/** Consumes a link: it is gone afterwards, whether or not it was still good. With what its player's password is now. */
export const consumeLink = async (sql: Sql, tokenHash: string) => {
  const rows = await sql<{ playerId: number; isGood: boolean; passwordHash: string }[]>`
    delete from identity_sign_in_link link using identity_player player
     where link.token_hash = ${tokenHash} and player.id = link.player_id
    returning link.player_id as "playerId", link.ends_at > now() as "isGood",
              player.password_hash as "passwordHash"`
  return rows[0]
}

/** Links of these players open nothing any more: their sessions were ended. */
export const deleteLinksOf = (tx: Tx, playerIds: readonly number[]) => tx`
  delete from identity_sign_in_link where player_id = any(${playerIds}::bigint[])`

export const deleteOldLinks = (sql: Sql, keepSeconds: number) => sql`
  delete from identity_sign_in_link where asked_at < now() - make_interval(secs => ${keepSeconds})`
