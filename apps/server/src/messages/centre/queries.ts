import type { MessageKind } from '@palpite/contract'
import type { Sql } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { Lang } from '../../platform/texts.ts'
import type { MessageValues } from './rules.ts'

export type MessageRow = {
  id: number
  kind: MessageKind
  textKey: string
  textValues: MessageValues
  link: string | null
  at: Date
  isRead: boolean
}

const messageColumns = {
  playerId: 'bigint',
  kind: 'text',
  textKey: 'text',
  textValues: 'jsonb',
  link: 'text null',
  source: 'text',
  campaignId: 'bigint null',
} as const

/** Inserts messages. One whose source is known stays unchanged and is not returned. */
export const insertMessages = insertInto<
  typeof messageColumns,
  { messageId: number; playerId: number; kind: string; source: string }
>(
  'messages_message',
  messageColumns,
  'on conflict (player_id, source) do nothing returning id as "messageId", player_id as "playerId", kind, source',
)

/** Messages before this one, newest first, without the kinds that the player has turned off. */
export const selectMessages = (sql: Sql, playerId: number, { before, max, lang }: Page) => sql<MessageRow[]>`
  select id, kind, text_key as "textKey", link, created_at as at, read_at is not null as "isRead",
         case when campaign_id is null then text_values
              else text_values || (select coalesce(campaign.texts -> ${lang}, campaign.texts -> 'pt-BR')
                                     from messages_campaign campaign where campaign.id = campaign_id)
         end as "textValues"
    from messages_message
   where player_id = ${playerId} and id < ${before}
     and not exists (select from messages_preference preference
                      where preference.player_id = ${playerId} and preference.kind = messages_message.kind
                        and not preference.in_centre)
   order by id desc
   limit ${max}`

/** The same for one kind: a separate statement, so that each uses its own index. */
export const selectMessagesOfKind = (
  sql: Sql,
  playerId: number,
  kind: MessageKind,
  { before, max, lang }: Page,
) => sql<MessageRow[]>`
  select id, kind, text_key as "textKey", link, created_at as at, read_at is not null as "isRead",
         case when campaign_id is null then text_values
              else text_values || (select coalesce(campaign.texts -> ${lang}, campaign.texts -> 'pt-BR')
                                     from messages_campaign campaign where campaign.id = campaign_id)
         end as "textValues"
    from messages_message
   where player_id = ${playerId} and kind = ${kind} and id < ${before}
   order by id desc
   limit ${max}`

/** `lang`: the language of what campaigns say; Portuguese where they have none in it. */
type Page = { before: number; max: number; lang: Lang }

type One = { id: number; lang: Lang }

export const selectMessage = (sql: Sql, playerId: number, { id, lang }: One) => sql<MessageRow[]>`
  select id, kind, text_key as "textKey", link, created_at as at, read_at is not null as "isRead",
         case when campaign_id is null then text_values
              else text_values || (select coalesce(campaign.texts -> ${lang}, campaign.texts -> 'pt-BR')
                                     from messages_campaign campaign where campaign.id = campaign_id)
         end as "textValues"
    from messages_message
   where player_id = ${playerId} and id = ${id}`

/** How many messages of each kind are unread, without the kinds that the player has turned off. */
export const selectUnread = (sql: Sql, playerId: number) => sql<{ kind: MessageKind; count: number }[]>`
  select kind, count(*) as count
    from messages_message
   where player_id = ${playerId} and read_at is null
     and not exists (select from messages_preference preference
                      where preference.player_id = ${playerId} and preference.kind = messages_message.kind
                        and not preference.in_centre)
   group by kind`

export const updateRead = (sql: Sql, playerId: number, ids: readonly number[]) => sql`
  update messages_message set read_at = now()
   where player_id = ${playerId} and id = any(${ids}::bigint[]) and read_at is null`

export const updateAllRead = (sql: Sql, playerId: number, kinds: readonly MessageKind[]) => sql`
  update messages_message set read_at = now()
   where player_id = ${playerId} and kind = any(${kinds}::text[]) and read_at is null`

/** Marks the messages whose source has this prefix as read, once the player has opened what they are about. */
export const updateReadAbout = (sql: Sql, playerId: number, about: string) => sql`
  update messages_message set read_at = now()
   where player_id = ${playerId} and read_at is null and starts_with(source, ${about})`

export const deleteMessages = (sql: Sql, playerId: number, ids: readonly number[]) => sql<DeletedMessage[]>`
  delete from messages_message where player_id = ${playerId} and id = any(${ids}::bigint[])
  returning player_id as "playerId", source, text_key as "textKey", text_values as "textValues", created_at as "toldAt"`

/** A deleted message, as it was shown. */
export type DeletedMessage = {
  playerId: number
  source: string
  textKey: string
  textValues: MessageValues
  toldAt: Date
}

/** All messages of a player, as shown. */
export const selectWholeMessages = (sql: Sql, playerId: number) => sql<DeletedMessage[]>`
  select player_id as "playerId", source, text_key as "textKey", text_values as "textValues", created_at as "toldAt"
    from messages_message where player_id = ${playerId} order by id`

/** Deletes some of the messages past their retention. */
export const deleteOldMessages = (sql: Sql, keepDays: number, max: number) => sql<DeletedMessage[]>`
  delete from messages_message
   where id in (select id from messages_message
                 where created_at < now() - make_interval(days => ${keepDays})
                 order by created_at limit ${max} for update skip locked)
  returning player_id as "playerId", source, text_key as "textKey", text_values as "textValues", created_at as "toldAt"`
