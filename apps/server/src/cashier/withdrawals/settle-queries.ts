import type { Sql, Tx } from '../../platform/db/index.ts'
import type { RailName } from '../rails/payout-rail.ts'
import type { WithdrawalStatus } from './queries.ts'
import { RETURNED } from './rules.ts'

export type Outcome = 'paid' | 'failed' | 'returned'

export type Settled = {
  withdrawalId: string
  operatorId: number
  outcome: Outcome
  requestId: string
  reason: string
  state: 'waits' | 'settled'
}

/** What an operator said by a call, whenever that was. */
export const selectSettled = async (sql: Sql, requestId: string): Promise<Settled | undefined> => {
  const rows = await sql<Settled[]>`
    select withdrawal_id as "withdrawalId", operator_id as "operatorId", outcome, request_id as "requestId",
           reason, state
      from cashier_payout_settlement where request_id = ${requestId}`
  return rows[0]
}

/** Who said this of a payout already, of what is judged now. Its player's accounts are held. */
export const selectSettlers = async (
  tx: Tx,
  { id, judgedFrom }: Pick<ToSettle, 'id' | 'judgedFrom'>,
  outcome: Outcome,
): Promise<number[]> => {
  const rows = await tx<{ operatorId: number }[]>`
    select operator_id as "operatorId" from cashier_payout_settlement
     where withdrawal_id = ${id} and outcome = ${outcome} and judged_from = ${judgedFrom}::timestamptz
     order by operator_id`
  return rows.map(({ operatorId }) => operatorId)
}

export const insertSettled = (tx: Tx, row: Settled & Pick<ToSettle, 'judgedFrom'>) => tx`
  insert into cashier_payout_settlement
         (withdrawal_id, operator_id, outcome, request_id, reason, state, judged_from)
  values (${row.withdrawalId}, ${row.operatorId}, ${row.outcome}, ${row.requestId}, ${row.reason}, ${row.state},
          ${row.judgedFrom}::timestamptz)`

export type ToSettle = {
  id: string
  playerId: number
  rail: RailName
  provider: string | null
  amountCents: number
  netCents: number
  status: WithdrawalStatus
  why: string
  /** How long nobody has known its fate, and how long ago a call was made that may have sent it. */
  unknownSeconds: number | null
  quietSeconds: number | null
  /** When that began which a word judges, to the microsecond: another call that sends it makes `failed` another question. */
  judgedFrom: string | null
}

/** Whose payout it is and who carries it: both never change once it was sent. */
export const selectCarried = async (
  sql: Sql,
  id: string,
): Promise<Pick<ToSettle, 'playerId' | 'rail' | 'provider'> | undefined> => {
  const rows = await sql<Pick<ToSettle, 'playerId' | 'rail' | 'provider'>[]>`
    select player_id as "playerId", rail, provider from cashier_withdrawal where id = ${id} and attempts > 0`
  return rows[0]
}

/** The payout, locked. Its player's accounts are held. */
export const lockToSettle = async (tx: Tx, id: string, outcome: Outcome): Promise<ToSettle | undefined> => {
  const rows = await tx<ToSettle[]>`
    select id, player_id as "playerId", rail, provider, amount_cents as "amountCents", net_cents as "netCents", status, why,
           extract(epoch from now() - unknown_since)::float8 as "unknownSeconds",
           extract(epoch from now() - last_sent_at)::float8 as "quietSeconds",
           (case ${outcome}::text when 'returned' then closed_at when 'paid' then unknown_since
                                  else greatest(unknown_since, last_sent_at) end)::text as "judgedFrom"
      from cashier_withdrawal where id = ${id} for update`
  return rows[0]
}

/** It was paid and came back: it ended when it did, and came to nothing. */
export const updateToReturned = (tx: Tx, id: string) => tx`
  update cashier_withdrawal set status = 'failed', why = ${RETURNED} where id = ${id} and status = 'paid'`
