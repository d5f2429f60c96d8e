import type { DocumentRefusal, DocumentSide } from '@palpite/contract'
import type { Sql, Tx } from '../../platform/db/index.ts'

export type CheckState = 'collecting' | 'waiting' | 'unsure' | 'approved' | 'refused'
export type CheckReason = DocumentRefusal | 'not_sure' | 'not_available'

/** How long a check stays claimed; then the answer counts as lost. */
const CLAIM_MINUTES = 5
/** A check without an answer is retried after this time. */
const RETRY_SECONDS = 60
/** The window in which a player's tries are counted. */
const DAY = '1 day'

/** The newest check of a player, with its pictures. */
export const selectLatestCheck = (sql: Sql, playerId: number) => sql<
  { id: number; state: CheckState; reason: CheckReason | null; isExpired: boolean; given: DocumentSide[] }[]
>`
  select id, state, reason, expired_at is not null as "isExpired",
         array(select side from protection_document_picture picture where picture.check_id = latest.id) as given
    from protection_document_check latest
   where player_id = ${playerId} order by id desc limit 1`

/** Starts a check unless the player has an open one; `lockOpenCheck` then finds it. */
export const insertCheck = (tx: Tx, playerId: number, reference: string) => tx`
  insert into protection_document_check (player_id, reference) values (${playerId}, ${reference})
  on conflict (player_id) where state in ('collecting', 'waiting', 'unsure') do nothing`

/** The open check of a player, locked. */
export const lockOpenCheck = (tx: Tx, playerId: number) => tx<
  { id: number; state: CheckState; given: number }[]
>`
  select id, state,
         (select count(*)::int from protection_document_picture picture where picture.check_id = own.id) as given
    from protection_document_check own
   where player_id = ${playerId} and state in ('collecting', 'waiting', 'unsure')
     for update`

/** Stores a picture in its place, replacing an earlier one. Locks needed: the check. */
export const upsertPicture = (
  tx: Tx,
  {
    playerId,
    checkId,
    side,
    sealed,
  }: { playerId: number; checkId: number; side: DocumentSide; sealed: Buffer },
) => tx`
  with kept as ( -- the player continues the check, so its days until deletion start again
    update protection_document_check set pictures_deleted_at = null, opened_at = now() where id = ${checkId})
  insert into protection_document_picture (player_id, check_id, side, sealed)
  values (${playerId}, ${checkId}, ${side}, ${sealed})
  on conflict (check_id, side) do update set sealed = excluded.sealed, given_at = now()`

/** Marks a check as submitted: to the service, or to operators if there is none. Locks needed: the check. */
export const updateSent = (tx: Tx, checkId: number, asks: boolean) => tx`
  update protection_document_check
     set state = ${asks ? 'waiting' : 'unsure'}, reason = ${asks ? null : 'not_available'}, sent_at = now()
   where id = ${checkId} and state = 'collecting'`

/** How many checks a player submitted within a day. */
export const selectSentToday = (sql: Sql, playerId: number) => sql<{ times: number }[]>`
  select count(*)::int as times from protection_document_check
   where player_id = ${playerId} and sent_at > now() - ${DAY}::interval`

export type ClaimedCheck = { id: number; playerId: number; reference: string }

/** Claims pending checks, longest waiting first; skips those claimed elsewhere. */
export const claimWaiting = (sql: Sql, claim: string, max: number) => sql<ClaimedCheck[]>`
  update protection_document_check set claim = ${claim}, claimed_at = now()
   where id in (select id from protection_document_check
                 where state = 'waiting'
                   and (claimed_at is null or claimed_at < now() - make_interval(mins => ${CLAIM_MINUTES}))
                 order by sent_at limit ${max} for update skip locked)
  returning id, player_id as "playerId", reference`

/** Releases a claim, so the check is retried in a minute; after too long without an answer it goes to operators. */
export const updateUnanswered = (sql: Sql, claim: string, patienceSeconds: number) => sql`
  update protection_document_check
     set state = case when late.is_late then 'unsure' else state end,
         reason = case when late.is_late then 'not_available' end,
         claim = case when late.is_late then null else claim end,
         claimed_at = case when late.is_late then null
                           else now() - make_interval(mins => ${CLAIM_MINUTES}) + make_interval(secs => ${RETRY_SECONDS}) end
    from (select id, sent_at < now() - make_interval(secs => ${patienceSeconds}) as is_late
            from protection_document_check where claim = ${claim} and state = 'waiting') as late
   where protection_document_check.id = late.id and protection_document_check.claim = ${claim}`

/** Whether a check still waits for the answer to this claim; locks it. */
export const lockClaimed = (tx: Tx, checkId: number, claim: string) => tx<{ id: number }[]>`
  select id from protection_document_check
   where id = ${checkId} and claim = ${claim} and state = 'waiting' for update`

/** Writes the decision of a locked check. */
export const updateDecided = (
  tx: Tx,
  decision: {
    checkId: number
    state: 'waiting' | 'unsure' | 'approved' | 'refused'
    reason: CheckReason | null
    decidedBy: number | null
    /** The last day the approved document is valid, if it has an end. */
    expiresOn?: string | null
  },
) => tx`
  update protection_document_check
     set state = ${decision.state}, reason = ${decision.reason}, decided_by = ${decision.decidedBy},
         expires_on = ${decision.expiresOn ?? null}::date,
         decided_at = case when ${decision.state} in ('approved', 'refused') then now() end,
         claim = null, claimed_at = null
   where id = ${decision.checkId}`

export type CheckRow = {
  id: number
  playerId: number
  state: 'unsure' | 'approved' | 'refused'
  reason: CheckReason | null
  sentAt: Date
  decidedAt: Date | null
  decidedBy: number | null
}

/** Checks that wait for an operator, oldest first. */
export const selectUnsure = (sql: Sql, after: number, max: number) => sql<CheckRow[]>`
  select id, player_id as "playerId", state, reason, sent_at as "sentAt", decided_at as "decidedAt",
         decided_by as "decidedBy"
    from protection_document_check where state = 'unsure' and id > ${after} order by id limit ${max}`

/** Decided checks, newest first. */
export const selectDecided = (sql: Sql, before: number, max: number) => sql<CheckRow[]>`
  select id, player_id as "playerId", state, reason, sent_at as "sentAt", decided_at as "decidedAt",
         decided_by as "decidedBy"
    from protection_document_check
   where state in ('approved', 'refused') and id < ${before}
   order by id desc limit ${max}`

/** A check that is decided or waits for an operator, by id. */
export const selectCheck = (sql: Sql, checkId: number) => sql<CheckRow[]>`
  select id, player_id as "playerId", state, reason, sent_at as "sentAt", decided_at as "decidedAt",
         decided_by as "decidedBy"
    from protection_document_check where id = ${checkId} and state in ('unsure', 'approved', 'refused')`

/** The same, locked: operators decide one after the other. */
export const lockCheck = (tx: Tx, checkId: number) => tx<CheckRow[]>`
  select id, player_id as "playerId", state, reason, sent_at as "sentAt", decided_at as "decidedAt",
         decided_by as "decidedBy"
    from protection_document_check where id = ${checkId} and state in ('unsure', 'approved', 'refused')
     for update`

/** How long before expiry the player is notified. */
const NOTICE_BEFORE = '30 days'

/**
 * Marks players as notified about documents expiring soon, each once, unless a newer one was approved. Servers share
 * the work.
 */
export const updateNotified = (tx: Tx, max: number) => tx<
  { playerId: number; expiresOn: string; isTheirs: boolean }[]
>`
  update protection_document_check told set expiry_told_at = now()
   where id in (select id from protection_document_check
                 where state = 'approved' and expired_at is null and expiry_told_at is null
                   and expires_on <= (now() at time zone 'America/Sao_Paulo')::date + ${NOTICE_BEFORE}::interval
                   and expires_on >= (now() at time zone 'America/Sao_Paulo')::date
                 order by expires_on limit ${max} for update skip locked)
  returning player_id as "playerId", expires_on::text as "expiresOn",
            not exists (select from protection_document_check newer
                         where newer.player_id = told.player_id and newer.state = 'approved' and newer.id > told.id)
              as "isTheirs"`

/** Ends approved checks whose document expired, each once. Servers share the work. */
export const endExpired = (tx: Tx, max: number) => tx<
  { playerId: number; decidedAt: Date; expiresOn: string }[]
>`
  update protection_document_check set expired_at = now()
   where id in (select id from protection_document_check
                 where state = 'approved' and expired_at is null
                   and expires_on < (now() at time zone 'America/Sao_Paulo')::date
                 order by expires_on limit ${max} for update skip locked)
  returning player_id as "playerId", decided_at as "decidedAt", expires_on::text as "expiresOn"`

/** The pictures of a check, still encrypted. */
export const selectPictures = (sql: Sql, checkId: number) => sql<
  { playerId: number; checkId: number; side: DocumentSide; sealed: Buffer }[]
>`
  select player_id as "playerId", check_id as "checkId", side, sealed from protection_document_picture
   where check_id = ${checkId} order by side`

/** Which pictures of a check are stored. */
export const selectSides = (sql: Sql, checkId: number) => sql<{ side: DocumentSide }[]>`
  select side from protection_document_picture where check_id = ${checkId} order by side`

/** The approvals of a check by operators, in order. */
export const selectYes = (sql: Sql, checkId: number) => sql<
  { operatorId: number; shown: string; note: string; saidAt: Date; expiresOn: string | null }[]
>`
  select operator_id as "operatorId", shown, note, said_at as "saidAt", expires_on::text as "expiresOn"
    from protection_document_yes
   where check_id = ${checkId} order by said_at, operator_id`

/** Stores an operator's approval of this person, once. */
export const insertYes = (
  tx: Tx,
  yes: { checkId: number; operatorId: number; shown: string; note: string; expiresOn: string | null },
) => tx`
  insert into protection_document_yes (check_id, operator_id, shown, note, expires_on)
  values (${yes.checkId}, ${yes.operatorId}, ${yes.shown}, ${yes.note}, ${yes.expiresOn}::date)
  on conflict do nothing`

/**
 * Deletes pictures of checks refused or never submitted this many days ago, and marks the checks so each is swept once.
 * Skips locked checks, whose player is continuing them.
 */
export const deleteOldPictures = (sql: Sql, days: number, max: number) => sql<{ checkId: number }[]>`
  with due as (
    update protection_document_check set pictures_deleted_at = now()
     where id in (select id from protection_document_check
                   where pictures_deleted_at is null and state in ('collecting', 'refused')
                     and coalesce(decided_at, opened_at) < now() - make_interval(days => ${days})
                   order by id limit ${max} for update skip locked)
    returning id),
  gone as (delete from protection_document_picture where check_id in (select id from due))
  select id as "checkId" from due`
