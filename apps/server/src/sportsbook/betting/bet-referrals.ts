import type { Refusal } from '@palpite/contract'
import { lockAccounts, readBalances } from '../../ledger/index.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { present } from '../../platform/errors.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  decideReferral,
  insertReferral,
  lockReferrals,
  type ReferredBet,
  selectReferral,
} from './bet-referral-queries.ts'
import { isSameRequest, type PlaceBet, type PlaceBetRefusal } from './bet-request.ts'
import type { DueBet } from './rules.ts'
import { ticketOf } from './ticket-rules.ts'
import type { WireBet } from './wire-bet.ts'

/** Bets of one player that may wait for a trader at the same time. */
const MAX_WAITING = 3

/** The placed bet, or until when a trader may accept it. */
export type Referred = { bet: WireBet; until: null } | { bet: null; until: Date }

/** What became of an accepted referral: `failed` if its bet could not be placed. */
export type AcceptedReferral = { playerId: number } & (
  | { status: 'accepted'; betId: number }
  | { status: 'failed'; refusal: Refusal }
)

/** Places bets in a transaction; returns results in the order of the requests. */
export type PlaceIn = (tx: Tx, requests: readonly DueBet[]) => Promise<Result<WireBet, PlaceBetRefusal>[]>

type Needs = {
  readSettings: () => Promise<{ betReferrals: { seconds: number } }>
  placeBet: (request: PlaceBet) => Promise<Result<WireBet, PlaceBetRefusal>>
}

/**
 * Places a bet if the book accepts it by itself; otherwise asks a trader for it, who accepts it as it is or not
 * (docs/decisions/0094). Nothing is debited or promised while it waits. The same request asks once.
 */
export async function referBet(
  { db }: Pick<Deps, 'db'>,
  { readSettings, placeBet }: Needs,
  request: PlaceBet,
): Promise<Result<Referred, PlaceBetRefusal>> {
  const asked = await readAsked(db, request)
  if (asked) return asked
  const answer = await placeBet(request)
  if (answer.ok) return ok({ bet: answer.value, until: null })
  const { referSeconds, maxStakeCents } = answer.refusal.detail ?? {}
  if (typeof referSeconds !== 'number' || typeof maxStakeCents !== 'number') return answer
  const { playerId, requestId, unitStakeCents, legs, folds, isEachWay, accept, withinBps } = request
  const own: ReferredBet = { unitStakeCents, legs, folds, isEachWay, accept, withinBps }
  const prices = legs.map(({ priceMilli }) => priceMilli)
  const { stakeCents, potentialReturnCents } = ticketOf(request, prices)
  const { seconds } = (await readSettings()).betReferrals
  const figures = { stakeCents, potentialReturnCents, maxStakeCents, seconds }
  const rows = await db.begin(async (tx) => {
    await lockAccounts(tx, [playerId])
    const balances = present((await readBalances(tx, [playerId])).get(playerId), 'the balance of a player')
    if (balances.cashCents + balances.bonusCents < stakeCents) return undefined
    return insertReferral(tx, { playerId, requestId, request: JSON.stringify(own), ...figures }, MAX_WAITING)
  })
  if (!rows) return refuse('insufficient_funds')
  const [row] = rows
  if (row) return ok({ bet: null, until: row.until })
  return (await readAsked(db, request)) ?? refuse('too_many_waiting')
}

/** The answer to a request that was referred before. */
async function readAsked(
  sql: Sql,
  request: PlaceBet,
): Promise<Result<Referred, 'request_mismatch'> | undefined> {
  const [row] = await selectReferral(sql, request.playerId, request.requestId)
  if (!row) return undefined
  const isSame = isSameRequest(request, { ...row.request, isOffered: false })
  return isSame ? ok({ bet: null, until: row.until }) : refuse('request_mismatch')
}

type Decided = { id: number; operatorId: number }

/**
 * Accepts a referral for an operator and places its bet, in the same transaction: by the prices, states and limits of now, as
 * any other bet.
 */
export async function acceptReferral(
  tx: Tx,
  placeIn: PlaceIn,
  { id, operatorId }: Decided,
): Promise<Result<AcceptedReferral, 'referral_over'>> {
  const [row] = await lockReferrals(tx, [id])
  if (!row) return refuse('referral_over')
  const { playerId, requestId, request } = row
  const due = { ...request, playerId, requestId, isReferred: true, hasWaited: false }
  const answer = present((await placeIn(tx, [due]))[0], 'the answer to a bet')
  if (!answer.ok) {
    await decideReferral(tx, { id, operatorId, status: 'failed', refusal: answer.refusal })
    return ok({ playerId, status: 'failed', refusal: answer.refusal })
  }
  const betId = Number(answer.value.betId)
  await decideReferral(tx, { id, operatorId, status: 'accepted', betId })
  return ok({ playerId, status: 'accepted', betId })
}

/** Refuses a referral and stores the operator's reason. The player is told that the bet was not accepted, but not why. */
export async function refuseReferral(
  tx: Tx,
  { id, operatorId, reason }: Decided & { reason: string },
): Promise<Result<{ playerId: number }, 'referral_over'>> {
  const [row] = await lockReferrals(tx, [id])
  if (!row) return refuse('referral_over')
  await decideReferral(tx, { id, operatorId, status: 'refused', reason })
  return ok({ playerId: row.playerId })
}
