import type { Sql } from '../platform/db/index.ts'
import type { ListPlace } from '../platform/merge-pages.ts'
import type { MessageValues } from './centre/rules.ts'

/** The next rows of one player in a list, newest first, by id. */
type Step = { playerId: number; before: ListPlace; max: number }

type MessageEntry = ListPlace & { kind: string; textKey: string; textValues: MessageValues; isRead: boolean }

/** What a player was told in the message centre; by a campaign, in Portuguese. */
export const selectPlayerMessages = (sql: Sql, { playerId, before, max }: Step) => sql<MessageEntry[]>`
  select id::text as key, (extract(epoch from created_at) * 1000000)::bigint as "atMicros", kind,
         text_key as "textKey", read_at is not null as "isRead",
         case when campaign_id is null then text_values
              else text_values || (select campaign.texts -> 'pt-BR' from messages_campaign campaign
                                    where campaign.id = campaign_id)
         end as "textValues"
    from messages_message
   where player_id = ${playerId} and id < ${before.key}::bigint
   order by id desc limit ${max}`

type ThreadEntry = ListPlace & { isClosed: boolean; isWaiting: boolean }

/** A player's chats with support. */
export const selectPlayerThreads = (sql: Sql, { playerId, before, max }: Step) => sql<ThreadEntry[]>`
  select id::text as key, (extract(epoch from opened_at) * 1000000)::bigint as "atMicros",
         closed_at is not null as "isClosed", waits_since is not null as "isWaiting"
    from messages_thread
   where player_id = ${playerId} and id < ${before.key}::bigint
   order by id desc limit ${max}`
