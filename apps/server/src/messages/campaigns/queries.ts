import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Lang } from '../../platform/texts.ts'
import type { Audience, CampaignTexts } from './rules.ts'

export type CampaignRow = {
  id: number
  name: string
  texts: CampaignTexts
  audience: Audience
  sendAt: Date | null
  endsAt: Date
  reason: string
  proposedBy: number
  proposedAt: Date
  approvedBy: number | null
  approvedAt: Date | null
  endedBy: number | null
  endedAt: Date | null
  finishedAt: Date | null
  isCut: boolean
  sentCount: number
  leftOutCount: number
  /** The database's clock. */
  now: Date
}

/** The newest campaigns and all that may still be sent, or one; newest first. */
export const selectCampaigns = (sql: Sql, { id, max }: { id: number | null; max: number }) => sql<
  CampaignRow[]
>`
  select campaign.id, campaign.name, campaign.texts, send_at as "sendAt", ends_at as "endsAt", reason,
         proposed_by as "proposedBy", proposed_at as "proposedAt", approved_by as "approvedBy", approved_at as "approvedAt",
         ended_by as "endedBy", ended_at as "endedAt", finished_at as "finishedAt", is_cut as "isCut",
         sent_count as "sentCount", left_out_count as "leftOutCount", now() as now,
         json_build_object(
           'minVipLevel', min_vip_level, 'maxVipLevel', max_vip_level, 'registeredFrom', registered_from,
           'registeredTo', registered_to, 'hasDeposited', has_deposited,
           'activity', case when activity is not null
                            then json_build_object('kind', activity, 'days', activity_days) end) as audience
    from messages_campaign campaign
   where (${id}::bigint is not null and campaign.id = ${id}::bigint)
      or (${id}::bigint is null
          and (campaign.id in (select id from messages_campaign order by id desc limit ${max})
               or (approved_at is not null and ended_at is null and finished_at is null)))
   order by campaign.id desc`

/** Locks a campaign against its next part and other decisions until the transaction ends. */
export const lockCampaign = (tx: Tx, id: number) => tx<{ id: number }[]>`
  select id from messages_campaign where id = ${id} for update`

export const selectCampaignOfRequest = (tx: Tx, requestId: string) => tx<
  { id: number; digest: string; proposedBy: number }[]
>`
  select id, request_digest as digest, proposed_by as "proposedBy" from messages_campaign where request_id = ${requestId}`

/** The times of a plan, from minutes on the house's clock, and now. */
export const selectTimes = (tx: Tx, { sendAt, endsAt }: { sendAt: string | null; endsAt: string }) => tx<
  { now: Date; sendAt: Date | null; endsAt: Date }[]
>`
  select now() as now, ${sendAt}::timestamp at time zone 'America/Sao_Paulo' as "sendAt",
         ${endsAt}::timestamp at time zone 'America/Sao_Paulo' as "endsAt"`

type NewCampaign = Pick<
  CampaignRow,
  'name' | 'texts' | 'audience' | 'sendAt' | 'endsAt' | 'reason' | 'proposedBy'
> & { requestId: string; digest: string }

/** Inserts a planned campaign; no row if its request is known. */
export const insertCampaign = (tx: Tx, { audience, ...one }: NewCampaign) => tx<{ id: number }[]>`
  insert into messages_campaign (request_id, request_digest, name, texts, min_vip_level, max_vip_level, registered_from,
                                 registered_to, activity, activity_days, has_deposited, send_at, ends_at, reason, proposed_by)
  values (${one.requestId}, ${one.digest}, ${one.name}, ${JSON.stringify(one.texts)}::jsonb, ${audience.minVipLevel},
          ${audience.maxVipLevel}, ${audience.registeredFrom}::date, ${audience.registeredTo}::date,
          ${audience.activity?.kind ?? null}, ${audience.activity?.days ?? null}::int, ${audience.hasDeposited}, ${one.sendAt},
          ${one.endsAt}, ${one.reason}, ${one.proposedBy})
  on conflict (request_id) do nothing
  returning id`

export const updateCampaignToApproved = (tx: Tx, id: number, by: number) => tx`
  update messages_campaign set approved_by = ${by}, approved_at = now() where id = ${id}`

export const updateCampaignToEnded = (tx: Tx, id: number, by: number) => tx`
  update messages_campaign set ended_by = ${by}, ended_at = now() where id = ${id}`

type DueCampaign = { id: number; throughPlayer: number; isOver: boolean }

/** Locks the oldest campaign that is due, without these. One whose part another server sends is skipped. */
export const claimDueCampaign = (tx: Tx, without: readonly number[]) => tx<DueCampaign[]>`
  select id, through_player as "throughPlayer", ends_at <= now() as "isOver"
    from messages_campaign
   where approved_at is not null and ended_at is null and finished_at is null and (send_at is null or send_at <= now())
     and id <> all(${without}::bigint[])
   order by id limit 1 for update skip locked`

type Part = {
  id: number
  throughPlayer: number
  sent: number
  leftOut: number
  isFinished: boolean
  isCut: boolean
}

/** Records how far a campaign was sent. */
export const updateCampaignSent = (tx: Tx, part: Part) => tx`
  update messages_campaign
     set through_player = ${part.throughPlayer}, sent_count = sent_count + ${part.sent}::int,
         left_out_count = left_out_count + ${part.leftOut}::int, is_cut = ${part.isCut},
         finished_at = case when ${part.isFinished}::boolean then now() end
   where id = ${part.id}`

/** Which of these players take no messages of this kind in the message centre. */
export const selectUnwilling = (sql: Sql, playerIds: readonly number[], kind: string) => sql<
  { playerId: number }[]
>`
  select player_id as "playerId" from messages_preference
   where player_id = any(${playerIds}::bigint[]) and kind = ${kind} and not in_centre`

/** How many of a campaign's messages that still exist were read. */
export const selectCampaignReads = async (sql: Sql, id: number): Promise<number> => {
  const [counted] = await sql<{ count: number }[]>`
    select count(*)::int as count from messages_message where campaign_id = ${id} and read_at is not null`
  return counted?.count ?? 0
}

/** What these campaigns say in a language, else in Portuguese. */
export const selectCampaignWords = (sql: Sql, ids: readonly number[], lang: Lang) => sql<
  { id: number; title: string; text: string }[]
>`
  select id, words ->> 'title' as title, words ->> 'text' as text
    from (select id, coalesce(texts -> ${lang}, texts -> 'pt-BR') as words
            from messages_campaign where id = any(${ids}::bigint[])) as campaign`
