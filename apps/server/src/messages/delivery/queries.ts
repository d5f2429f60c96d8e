import type { MessageKind } from '@palpite/contract'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Lang } from '../../platform/texts.ts'
import type { MessageRow } from '../centre/queries.ts'

export type Way = 'mail' | 'push'

export type PreferenceRow = { kind: MessageKind; centre: boolean; mail: boolean; push: boolean }

export const selectPreferences = (sql: Sql, playerId: number) => sql<PreferenceRow[]>`
  select kind, in_centre as centre, by_mail as mail, by_push as push
    from messages_preference where player_id = ${playerId}`

export const upsertPreferences = (tx: Tx, playerId: number, rows: readonly PreferenceRow[]) => tx`
  insert into messages_preference (player_id, kind, in_centre, by_mail, by_push)
  select ${playerId}, kind, centre, mail, push
    from unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ centre }) => centre)}::boolean[],
                ${rows.map(({ mail }) => mail)}::boolean[], ${rows.map(({ push }) => push)}::boolean[])
      as row (kind, centre, mail, push)
   order by kind
  on conflict (player_id, kind) do update
     set in_centre = excluded.in_centre, by_mail = excluded.by_mail, by_push = excluded.by_push`

export type Quiet = { fromMinute: number; toMinute: number }

export const selectQuiet = (sql: Sql, playerId: number) => sql<Quiet[]>`
  select quiet_from_minute as "fromMinute", quiet_to_minute as "toMinute"
    from messages_reader where player_id = ${playerId}`

export const upsertReader = (tx: Tx, playerId: number, lang: Lang, quiet: Quiet) => tx`
  insert into messages_reader (player_id, lang, quiet_from_minute, quiet_to_minute)
  values (${playerId}, ${lang}, ${quiet.fromMinute}, ${quiet.toMinute})
  on conflict (player_id) do update
     set lang = excluded.lang, quiet_from_minute = excluded.quiet_from_minute,
         quiet_to_minute = excluded.quiet_to_minute`

/** Stores the language for mails that these players must get, unless one is stored already. */
export const insertReaders = (
  tx: Tx,
  readers: readonly { playerId: number; lang: Lang }[],
  { fromMinute, toMinute }: Quiet,
) => tx`
  insert into messages_reader (player_id, lang, quiet_from_minute, quiet_to_minute)
  select player_id, lang, ${fromMinute}::int, ${toMinute}::int
    from unnest(${readers.map(({ playerId }) => playerId)}::bigint[], ${readers.map(({ lang }) => lang)}::text[])
      as row (player_id, lang)
   order by player_id
  on conflict (player_id) do nothing`

/**
 * Changes the stored language. A player without preferences has no row and needs none: only messages required in
 * writing are mailed to them, and those store a language first.
 */
export const updateReaderLang = (sql: Sql, playerId: number, lang: Lang) => sql`
  update messages_reader set lang = ${lang} where player_id = ${playerId} and lang <> ${lang}`

/** A browser that is subscribed to pushes. */
export type PushTarget = { id: number; playerId: number; endpoint: string; p256dh: string; auth: string }

/** Stores a browser. If another player or session used it on the same device, it now belongs to this session. */
export const upsertPushTarget = (tx: Tx, target: Omit<PushTarget, 'id'> & { sessionId: number }) => tx`
  insert into messages_push_target (player_id, session_id, endpoint, p256dh, auth)
  values (${target.playerId}, ${target.sessionId}, ${target.endpoint}, ${target.p256dh}, ${target.auth})
  on conflict (endpoint) do update
     set player_id = excluded.player_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
         auth = excluded.auth`

type Ended = { sessionIds: readonly number[]; playerIds: readonly number[] }

/** Deletes the browsers of these sessions, and their players' browsers without a session (from before it was stored). */
export const deletePushTargetsOf = (tx: Tx, { sessionIds, playerIds }: Ended) => tx`
  delete from messages_push_target
   where session_id = any(${sessionIds}::bigint[])
      or (session_id is null and player_id = any(${playerIds}::bigint[]))`

/** Deletes the oldest browsers of this player beyond a number. */
export const deleteOldestPushTargets = (tx: Tx, playerId: number, max: number) => tx`
  delete from messages_push_target
   where id in (select id from messages_push_target where player_id = ${playerId} order by id desc offset ${max})`

export const deletePushTarget = (sql: Sql, playerId: number, endpoint: string) => sql`
  delete from messages_push_target where player_id = ${playerId} and endpoint = ${endpoint}`

export const deletePushTargets = (sql: Sql, ids: readonly number[]) => sql`
  delete from messages_push_target where id = any(${ids}::bigint[])`

export const selectPushTargets = (sql: Sql, playerIds: readonly number[]) => sql<PushTarget[]>`
  select id, player_id as "playerId", endpoint, p256dh, auth
    from messages_push_target where player_id = any(${playerIds}::bigint[]) order by id`

/** Schedules mails of these messages, whatever their players prefer; a repeat changes nothing. */
export const insertInWriting = (tx: Tx, messageIds: readonly number[]) => tx`
  insert into messages_delivery (message_id, way, in_writing)
  select id, 'mail', true from messages_message where id = any(${messageIds}::bigint[])
   order by id
  on conflict (message_id, way) do nothing`

/**
 * Schedules deliveries of these messages by their players' preferences; a repeat changes nothing. Per kind and hour a
 * player gets a limited number over all channels; the others are not scheduled. Deliveries are counted with the
 * preferences, so that the count survives deleted messages.
 */
export const insertDeliveries = (tx: Tx, messageIds: readonly number[], maxAnHour: number) => tx`
  with wish as (
    select player_id, kind, by_mail, by_push, hour_began_at > now() - interval '1 hour' as in_hour,
           case when hour_began_at > now() - interval '1 hour' then left_in_hour else 0 end as left_before
      from messages_preference
     where (player_id, kind) in (
             select player_id, kind from messages_message where id = any(${messageIds}::bigint[]))
       and (by_mail or by_push)
     order by player_id, kind for update),
  fresh as (
    select message.id, way.name as way, wish.player_id, wish.kind, wish.left_before,
           dense_rank() over (partition by wish.player_id, wish.kind order by message.id) as nth
      from messages_message message
      join wish on wish.player_id = message.player_id and wish.kind = message.kind
     cross join lateral (values ('mail', wish.by_mail), ('push', wish.by_push)) as way (name, is_wanted)
     where message.id = any(${messageIds}::bigint[]) and way.is_wanted
       and not exists (select from messages_delivery told where told.message_id = message.id and told.way = way.name)),
  leaving as (select id, way, player_id, kind from fresh where left_before + nth <= ${maxAnHour}::int),
  counted as (
    update messages_preference preference
       set left_in_hour = wish.left_before + leaves.count,
           hour_began_at = case when wish.in_hour then preference.hour_began_at else now() end
      from (select player_id, kind, count(distinct id)::int as count from leaving group by player_id, kind) leaves
      join wish using (player_id, kind)
     where preference.player_id = leaves.player_id and preference.kind = leaves.kind)
  insert into messages_delivery (message_id, way)
  select id, way from leaving order by id, way
  on conflict (message_id, way) do nothing`

export type Due = Pick<MessageRow, 'kind' | 'textKey' | 'textValues' | 'link' | 'isRead'> & {
  messageId: number
  playerId: number
  tries: number
  /** Mailed even if it was read in the app meanwhile. */
  inWriting: boolean
  /** Belongs to a campaign that was stopped or has ended. */
  isOver: boolean
  lang: Lang
  quiet: Quiet
}

type Terms = { max: number; firstRetrySeconds: number; longestRetrySeconds: number }

/**
 * Claims due deliveries: each is due again, at growing intervals, in case it fails now. Several servers may run it at
 * once.
 */
export const claimDue = (sql: Sql, way: Way, { max, firstRetrySeconds, longestRetrySeconds }: Terms) => sql<
  Due[]
>`
  with taken as (
    update messages_delivery
       set tries = tries + 1,
           next_try_at = now() + make_interval(
             secs => least(${longestRetrySeconds}::float8, ${firstRetrySeconds}::float8 * 2 ^ least(tries, 20)))
     where (message_id, way) in (
             select message_id, way from messages_delivery
              where way = ${way} and next_try_at <= now()
              order by next_try_at limit ${max} for update skip locked)
    returning message_id, tries, in_writing)
  select message.id as "messageId", message.player_id as "playerId", taken.tries,
         taken.in_writing as "inWriting", message.kind, message.text_key as "textKey",
         case when campaign.id is null then message.text_values
              else message.text_values || coalesce(campaign.texts -> reader.lang, campaign.texts -> 'pt-BR')
         end as "textValues", message.link, message.read_at is not null as "isRead", reader.lang,
         campaign.id is not null and (campaign.ended_at is not null or campaign.ends_at <= now()) as "isOver",
         json_build_object('fromMinute', reader.quiet_from_minute, 'toMinute', reader.quiet_to_minute) as quiet
    from taken join messages_message message on message.id = taken.message_id
    join messages_reader reader on reader.player_id = message.player_id
    left join messages_campaign campaign on campaign.id = message.campaign_id
   order by message.id`

export const deleteDeliveries = (sql: Sql, way: Way, messageIds: readonly number[]) => sql`
  delete from messages_delivery where way = ${way} and message_id = any(${messageIds}::bigint[])`

/** Postpones a delivery and sets its attempts back to 0. */
export const postponeDelivery = (sql: Sql, way: Way, messageId: number, minutes: number) => sql`
  update messages_delivery set next_try_at = now() + make_interval(mins => ${minutes}), tries = 0
   where way = ${way} and message_id = ${messageId}`

/** The language of a player's mails and pushes. */
export const selectReaderLang = (sql: Sql, playerId: number) => sql<{ lang: Lang }[]>`
  select lang from messages_reader where player_id = ${playerId}`
