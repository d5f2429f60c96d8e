import type { UsdtNetwork } from '@palpite/money/usdt'
import type { Sql, Tx } from '../../platform/db/index.ts'

export type Uncredited = {
  id: number
  playerId: number
  network: UsdtNetwork
  hash: string
  contract: string
  micros: number
  status: 'below_min' | 'other_token' | 'no_rate'
  seenAt: Date
  ageHours: number
}

/**
 * Transfers to players' addresses that were not credited automatically and await an operator's decision, in the order
 * they came.
 */
export const selectUncredited = (sql: Sql, after: number, max: number) => sql<Uncredited[]>`
  select transfer_id as id, player_id as "playerId", network, hash, contract, micros, status, seen_at as "seenAt",
         floor(extract(epoch from now() - seen_at) / 3600)::int as "ageHours"
    from cashier_usdt_transfer transfer
   where status in ('below_min', 'other_token', 'no_rate') and transfer_id > ${after}
     and not exists (select from cashier_usdt_decision decision where decision.transfer_id = transfer.transfer_id)
   order by transfer_id
   limit ${max}`

/** Players with a transfer that was seen on the chain and is not credited yet. */
export const selectPlayersPaying = (sql: Sql, playerIds: readonly number[]) => sql<{ playerId: number }[]>`
  select distinct player_id as "playerId" from cashier_usdt_transfer
   where player_id = any(${playerIds}::bigint[]) and status = 'seen'`

export type Waiting = {
  playerId: number
  network: UsdtNetwork
  hash: string
  micros: number
  status: Uncredited['status']
}

/** An uncredited transfer that awaits a decision, locked. */
export const lockUncredited = async (tx: Tx, id: number): Promise<Waiting | undefined> => {
  const rows = await tx<Waiting[]>`
    select player_id as "playerId", network, hash, micros, status from cashier_usdt_transfer
     where transfer_id = ${id} and status in ('below_min', 'other_token', 'no_rate')
       and not exists (select from cashier_usdt_decision decision where decision.transfer_id = ${id})
       for update`
  return rows[0]
}

export type Decision = {
  transferId: number
  operatorId: number
  requestId: string
  outcome: 'credit' | 'leave'
  reason: string
}

export const insertDecision = (tx: Tx, row: Decision) => tx`
  insert into cashier_usdt_decision (transfer_id, operator_id, request_id, outcome, reason)
  values (${row.transferId}, ${row.operatorId}, ${row.requestId}, ${row.outcome}, ${row.reason})`

/** The decision of an earlier request. */
export const selectDecision = async (sql: Sql, requestId: string): Promise<Decision | undefined> => {
  const rows = await sql<Decision[]>`
    select transfer_id as "transferId", operator_id as "operatorId", request_id as "requestId", outcome, reason
      from cashier_usdt_decision where request_id = ${requestId}`
  return rows[0]
}

/** Follows it again without a minimum: credited like any other once the chain confirms it. */
export const updateToWaived = (tx: Tx, id: number) => tx`
  update cashier_usdt_transfer set status = 'seen', is_waived = true where transfer_id = ${id}`
