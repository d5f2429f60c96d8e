import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { WithdrawMethod } from '../../protection/index.ts'
import type { WithdrawalStatus } from './queries.ts'
import type { ReviewReason } from './payout-rules.ts'

export type ReviewRow = {
  id: string
  playerId: number
  method: WithdrawMethod
  payCardNo: string
  holderName: string
  amountCents: number
  /** `suspended`: its account was suspended before it was sent. */
  reasons: readonly (ReviewReason | 'suspended')[]
  approvalsNeeded: number
  requestedAt: Date
  promisedAt: Date
  waitsUntil: Date | null
  isLate: boolean
}

/** Withdrawals that wait for review, earliest promise first. */
export const selectReviews = (sql: Sql, after: { promisedAt: Date; id: string }, max: number) => sql<
  ReviewRow[]
>`
  select id, player_id as "playerId", method, pay_card_no as "payCardNo", holder_name as "holderName",
         amount_cents as "amountCents", review_reasons as reasons, approvals_needed as "approvalsNeeded",
         requested_at as "requestedAt", promised_at as "promisedAt", waits_until as "waitsUntil",
         promised_at < now() as "isLate"
    from cashier_withdrawal
   where status = 'review' and (promised_at, id) > (${after.promisedAt}, ${after.id}::text)
   order by promised_at, id
   limit ${max}`

export type UnderWayRow = {
  id: string
  playerId: number
  method: WithdrawMethod
  amountCents: number
  status: Exclude<WithdrawalStatus, 'paid' | 'failed'>
  provider: string | null
  attempts: number
  /** The provider's own words on why the state is unknown. */
  why: string
  requestedAt: Date
  promisedAt: Date
  waitsUntil: Date | null
  isLate: boolean
}

/** Unfinished withdrawals, earliest promise first. */
export const selectUnderWay = (sql: Sql, after: { promisedAt: Date; id: string }, max: number) => sql<
  UnderWayRow[]
>`
  select id, player_id as "playerId", method, amount_cents as "amountCents", status, provider, attempts, why,
         requested_at as "requestedAt", promised_at as "promisedAt", waits_until as "waitsUntil",
         promised_at < now() as "isLate"
    from cashier_withdrawal
   where closed_at is null and (promised_at, id) > (${after.promisedAt}, ${after.id}::text)
   order by promised_at, id
   limit ${max}`

/** Top-ups less reversals and received transfers of these players since a moment. */
export const selectReceivedSince = (sql: Sql, playerIds: readonly number[], since: Date) => sql<
  { playerId: number; cents: number }[]
>`
  select player_id as "playerId", sum(cents)::bigint as cents
    from (select player_id, amount_cents - reversed_cents as cents from cashier_topup
           where player_id = any(${playerIds}::bigint[]) and state = 'credited' and created_at >= ${since}::timestamptz
           union all
          select recipient_id, amount_cents from cashier_transfer
           where recipient_id = any(${playerIds}::bigint[]) and made_at >= ${since}::timestamptz) as came
   group by player_id`

/** The players whose withdrawals wait for review past the promised time. */
export const selectLateInReview = async (sql: Sql): Promise<number[]> => {
  const rows = await sql<{ playerId: number }[]>`
    select distinct player_id as "playerId" from cashier_withdrawal where status = 'review' and promised_at < now()`
  return rows.map(({ playerId }) => playerId)
}

/** The number of unfinished withdrawals past the promised time, without those in review of suspended players. */
export const selectLateCount = async (sql: Sql, suspended: readonly number[]): Promise<number> => {
  const rows = await sql<{ count: number }[]>`
    select count(*) as count from cashier_withdrawal
     where closed_at is null and promised_at < now()
       and (status <> 'review' or player_id <> all(${suspended}::bigint[]))`
  return rows[0]?.count ?? 0
}

export type OperatorDecision = {
  withdrawalId: string
  operatorId: number
  outcome: 'approve' | 'refuse'
  reason: string
}

/** The decisions of operators on these since a suspension last held them. */
export const selectDecisions = (sql: Sql, ids: readonly string[]) => sql<OperatorDecision[]>`
  select review.withdrawal_id as "withdrawalId", review.operator_id as "operatorId", review.outcome, review.reason
    from cashier_withdrawal_review review
    join cashier_withdrawal withdrawal
      on withdrawal.id = review.withdrawal_id and withdrawal.times_held = review.times_held
   where review.withdrawal_id = any(${ids}::text[])
   order by review.decided_at, review.operator_id`

export type ReviewCall = Omit<OperatorDecision, 'withdrawalId'> & {
  requestId: string
  /** As JSON. */
  answers: string
}

/** The decisions and answers of an earlier call. */
export const selectReviewCall = async (sql: Sql, requestId: string): Promise<ReviewCall | undefined> => {
  const rows = await sql<ReviewCall[]>`
    select request_id as "requestId", operator_id as "operatorId", outcome, reason, answers::text as answers
      from cashier_review_call where request_id = ${requestId}`
  return rows[0]
}

/** Records a review call; of concurrent calls with one request id the first is kept. */
export const insertReviewCall = (tx: Tx, call: ReviewCall) => tx`
  insert into cashier_review_call (request_id, operator_id, outcome, reason, answers)
  values (${call.requestId}, ${call.operatorId}, ${call.outcome}, ${call.reason}, ${call.answers}::text::jsonb)
  on conflict (request_id) do nothing`

export const insertReviews = insertInto('cashier_withdrawal_review', {
  withdrawalId: 'text',
  operatorId: 'bigint',
  outcome: 'text',
  reason: 'text',
  timesHeld: 'int',
})

/** The players of these withdrawals; they never change. */
export const selectReviewOwners = (sql: Sql, ids: readonly string[]) => sql<{ playerId: number }[]>`
  select player_id as "playerId" from cashier_withdrawal where id = any(${ids}::text[])`

export type Reviewed = {
  id: string
  playerId: number
  amountCents: number
  approvalsNeeded: number
  timesHeld: number
}

/** The withdrawals of these that wait for review, locked by id. Their players' accounts are locked. */
export const lockReviews = (tx: Tx, ids: readonly string[]) => tx<Reviewed[]>`
  select id, player_id as "playerId", amount_cents as "amountCents", approvals_needed as "approvalsNeeded",
         times_held as "timesHeld"
    from cashier_withdrawal
   where id = any(${ids}::text[]) and status = 'review'
   order by id
     for update`

/** Approved: sent when due, but not before the waiting time of a new key. */
export const updateToRequested = (tx: Tx, ids: readonly string[]) => tx`
  update cashier_withdrawal
     set status = 'requested', try_at = greatest(now(), coalesce(waits_until, now()))
   where id = any(${ids}::text[]) and status = 'review'`

/**
 * Makes withdrawals wait for review because their account is suspended: those of a player not sent yet, or
 * those of these ids that a server was about to send. Earlier approvals no longer count, not even for
 * withdrawals already in review. The next attempt starts without any unknown time: that belonged to an
 * earlier one. Locks needed: the players' accounts.
 */
export const updateToHeld = (
  tx: Tx,
  { playerIds = [], ids = [] }: { playerIds?: readonly number[]; ids?: readonly string[] },
) => tx`
  update cashier_withdrawal
     set status = 'review', review_reasons = review_reasons - 'suspended' || '["suspended"]',
         approvals_needed = greatest(approvals_needed, 1), times_held = times_held + 1,
         unknown_since = null, why = ''
   where id in (select id from cashier_withdrawal
                 where (player_id = any(${playerIds}::bigint[]) and status in ('requested', 'review'))
                    or (id = any(${ids}::text[]) and status in ('sending', 'unknown'))
                 order by id
                   for update)`

/**
 * Unfinished withdrawals past the promised time; each reported once an hour, in batches. Those in review of suspended
 * players are left out: nobody can approve them.
 */
export const claimLate = (sql: Sql, suspended: readonly number[], max: number) => sql<
  { id: string; status: string }[]
>`
  update cashier_withdrawal set late_alarm_at = now()
   where id in (select id from cashier_withdrawal
                 where closed_at is null and promised_at < now()
                   and (status <> 'review' or player_id <> all(${suspended}::bigint[]))
                   and (late_alarm_at is null or late_alarm_at < now() - interval '1 hour')
                 order by promised_at
                 limit ${max}
                   for update skip locked)
  returning id, status`
