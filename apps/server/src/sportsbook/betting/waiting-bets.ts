import type { Refusal } from '@palpite/contract'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { type PlaceBet, requestName } from './bet-request.ts'
import { readBet } from './read-bets.ts'
import * as queries from './waiting-queries.ts'
import type { WireBet } from './wire-bet.ts'

type Request = Pick<PlaceBet, 'playerId' | 'requestId'>

/** What became of a request for a bet. */
export type RequestStatus =
  | { status: 'waiting'; dueAt: Date; cancelUntil: Date }
  | { status: 'placed'; bet: WireBet }
  | { status: 'refused'; refusal: Refusal }
  | { status: 'cancelled' }
  /** Nobody has it, and nobody will decide it any more: it may be sent again. */
  | { status: 'unknown' }

const namesOf = (requests: readonly Request[]) => ({
  playerIds: requests.map(({ playerId }) => playerId),
  requestIds: requests.map(({ requestId }) => requestId),
})

/** Those of these requests that were called off, by `requestName`; the others cannot be called off any more. */
export async function readCancelled(tx: Tx, requests: readonly Request[]): Promise<ReadonlySet<string>> {
  if (requests.length === 0) return new Set()
  const rows = await queries.lockWaiting(tx, namesOf(requests))
  return new Set(rows.filter(({ status }) => status === 'cancelled').map(requestName))
}

/** Those of these requests that wait out their delay, in this process or another, by `requestName`. */
export async function readStillWaiting(sql: Sql, requests: readonly Request[]): Promise<ReadonlySet<string>> {
  return new Set((await queries.selectWaiting(sql, namesOf(requests))).map(requestName))
}

/** Requests that have waited wait no more: placed ones are bets, of the refused it is kept why. */
export async function endWaiting(
  tx: Tx,
  requests: readonly (PlaceBet & { hasWaited: boolean })[],
  answers: readonly Result<unknown>[],
): Promise<void> {
  const ended = requests.flatMap((request, at) => {
    const answer = answers[at]
    return request.hasWaited && answer ? [{ request, answer }] : []
  })
  if (ended.length === 0) return
  const placed = ended.filter(({ answer }) => answer.ok).map(({ request }) => request)
  const refused = ended.flatMap(({ request, answer }) =>
    answer.ok ? [] : [{ ...request, ...answer.refusal, detail: detailAsAsked(request, answer.refusal) }],
  )
  await Promise.all([
    queries.deleteWaiting(tx, namesOf(placed)),
    queries.refuseWaiting(tx, {
      ...namesOf(refused),
      codes: refused.map(({ code }) => code),
      values: refused.map(({ values }) => (values ? JSON.stringify(values) : null)),
      details: refused.map(({ detail }) => (detail ? JSON.stringify(detail) : null)),
    }),
  ])
}

/** Which leg it speaks of is kept as it was asked for, of a bet builder by its selections: whoever asks later has that alone. */
function detailAsAsked({ legs }: PlaceBet, { detail }: Refusal): Refusal['detail'] {
  const leg = legs.find(({ outcomeId }) => String(outcomeId) === detail?.['outcomeId'])
  return leg?.selections ? { ...detail, outcomeId: leg.selections.join('-') } : detail
}

/** What became of a request of this player, also asked by a page that was loaded anew. */
export async function readRequest(sql: Sql, playerId: number, requestId: string): Promise<RequestStatus> {
  const [row] = await queries.selectRequest(sql, playerId, requestId)
  const bet = row?.betId == null ? undefined : await readBet(sql, playerId, row.betId)
  if (bet) return { status: 'placed', bet }
  if (!row?.status || !row.dueAt || !row.cancelUntil) return { status: 'unknown' }
  if (row.status === 'cancelled') return { status: 'cancelled' }
  if (row.status === 'refused') {
    const { values, detail } = row
    const code = row.refusal as Refusal['code']
    return { status: 'refused', refusal: { code, ...(values && { values }), ...(detail && { detail }) } }
  }
  const { dueAt, cancelUntil, isLost } = row
  return isLost ? { status: 'unknown' } : { status: 'waiting', dueAt, cancelUntil }
}

/**
 * Calls off a bet that waits out its delay: free, in the first part of it. In the rest whoever sees the pitch earlier than
 * the house would take back what goes wrong, and keep what goes right.
 */
export async function cancelBet(
  sql: Sql,
  { playerId, requestId }: Request,
): Promise<Result<true, 'bet_not_waiting'>> {
  const cancelled = await queries.cancelWaiting(sql, playerId, requestId)
  return cancelled.length > 0 ? ok(true) : refuse('bet_not_waiting')
}
