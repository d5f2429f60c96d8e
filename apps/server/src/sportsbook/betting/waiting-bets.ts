import type { Refusal } from '@palpite/contract'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { type PlaceBet, requestName, type PlaceBetRefusal } from './bet-request.ts'
import { cancelReferral, type ReferralStatus } from './bet-referral-queries.ts'
import { readBet } from './read-bets.ts'
import * as queries from './waiting-queries.ts'
import type { WireBet } from './wire-bet.ts'
import { Fault } from '../../platform/errors.ts'
import type { SportsbookSettings } from '../settings.ts'
import type { Deps } from '../../platform/deps.ts'

type Request = Pick<PlaceBet, 'playerId' | 'requestId'>

/** The result of a bet request. */
export type RequestStatus =
  | { status: 'waiting'; dueAt: Date; cancelUntil: Date; isReferred?: boolean }
  | { status: 'placed'; bet: WireBet }
  | { status: 'refused'; refusal: Refusal }
  | { status: 'cancelled' }
  /** No server has it any more, so it will not be decided: the client may send it again. */
  | { status: 'unknown' }

const namesOf = (requests: readonly Request[]) => ({
  playerIds: requests.map(({ playerId }) => playerId),
  requestIds: requests.map(({ requestId }) => requestId),
})

/** Those of these requests that were cancelled, by `requestName`; the others can no longer be cancelled. */
export async function readCancelled(tx: Tx, requests: readonly Request[]): Promise<ReadonlySet<string>> {
  if (requests.length === 0) return new Set()
  const rows = await queries.lockWaiting(tx, namesOf(requests))
  return new Set(rows.filter(({ status }) => status === 'cancelled').map(requestName))
}

/** Those of these requests that wait out their delay, on this server or another, by `requestName`. */
export async function readStillWaiting(sql: Sql, requests: readonly Request[]): Promise<ReadonlySet<string>> {
  return new Set((await queries.selectWaiting(sql, namesOf(requests))).map(requestName))
}

/** Removes requests that have waited: placed ones are bets, for refused ones the reason is kept. */
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

/**
 * Stores the refused leg as the client requested it (a bet builder by its selections), because a later client knows it only
 * so.
 */
function detailAsAsked({ legs }: PlaceBet, { detail }: Refusal): Refusal['detail'] {
  const leg = legs.find(({ outcomeId }) => String(outcomeId) === detail?.['outcomeId'])
  return leg?.selections ? { ...detail, outcomeId: leg.selections.join('-') } : detail
}

/** The result of a request of this player; also works after a page reload. */
export async function readRequest(sql: Sql, playerId: number, requestId: string): Promise<RequestStatus> {
  const [row] = await queries.selectRequest(sql, playerId, requestId)
  const bet = row?.betId == null ? undefined : await readBet(sql, playerId, row.betId)
  if (bet) return { status: 'placed', bet }
  if (row?.referral && row.referredUntil) return referralStatusOf(row, row.referral, row.referredUntil)
  if (!row?.status || !row.dueAt || !row.cancelUntil) return { status: 'unknown' }
  if (row.status === 'cancelled') return { status: 'cancelled' }
  if (row.status === 'refused') return refusedBy(row)
  const { dueAt, cancelUntil, isLost } = row
  return isLost ? { status: 'unknown' } : { status: 'waiting', dueAt, cancelUntil }
}

const refusedBy = ({ refusal, values, detail }: queries.RequestRow): RequestStatus => ({
  status: 'refused',
  refusal: { code: refusal as Refusal['code'], ...(values && { values }), ...(detail && { detail }) },
})

/** The result of a request that was referred to a trader; an accepted one is a bet. */
function referralStatusOf(row: queries.RequestRow, referral: ReferralStatus, until: Date): RequestStatus {
  switch (referral) {
    case 'waiting':
      return { status: 'waiting', dueAt: until, cancelUntil: until, isReferred: true }
    case 'refused':
      return { status: 'refused', refusal: { code: 'bet_not_accepted' } }
    case 'over':
      return { status: 'refused', refusal: { code: 'bet_not_answered' } }
    case 'failed':
      return refusedBy(row)
    case 'cancelled':
      return { status: 'cancelled' }
    case 'accepted':
      return { status: 'unknown' }
  }
}

/**
 * Cancels a bet during the first part of its delay, at no cost. In the rest, a player who sees the match earlier than the
 * house could cancel losing bets and keep winning ones. A bet that waits for a trader can be cancelled until one decides.
 */
export async function cancelBet(
  sql: Sql,
  { playerId, requestId }: Request,
): Promise<Result<true, 'bet_not_waiting'>> {
  const cancelled = await queries.cancelWaiting(sql, playerId, requestId)
  if (cancelled.length > 0) return ok(true)
  const referred = await cancelReferral(sql, playerId, requestId)
  return referred.length > 0 ? ok(true) : refuse('bet_not_waiting')
}

/**
 * In-play bets that wait out their delay in this process. Bounded in total, to bound memory, and per player, so that one
 * player cannot displace the others. A request sent many times at once waits once.
 */
export function waitingRoom({
  maxWaitingBets,
  maxWaitingOfPlayer,
}: Pick<SportsbookSettings, 'maxWaitingBets' | 'maxWaitingOfPlayer'>) {
  const players = new Map<number, Map<string, number>>()
  let all = 0
  return {
    /**
     * Counts a waiting request, and returns the function that ends its wait; undefined if its player has too
     * many waiting bets. Throws a Fault if this process has too many.
     */
    enter: ({ playerId, requestId }: Request): (() => void) | undefined => {
      const own = players.get(playerId) ?? new Map<string, number>()
      if (!own.has(requestId) && own.size >= maxWaitingOfPlayer) return undefined
      if (all >= maxWaitingBets) throw new Fault('too many bets in play are waiting')
      all += 1
      own.set(requestId, (own.get(requestId) ?? 0) + 1)
      players.set(playerId, own)
      return () => {
        all -= 1
        const left = (own.get(requestId) ?? 1) - 1
        if (left > 0) own.set(requestId, left)
        else own.delete(requestId)
        if (own.size === 0) players.delete(playerId)
      }
    },
  }
}

/** The waiting requests of this process, by player and request id. */
export function inFlightById<Asked extends Request, Answer>() {
  const waiting = new Map<string, { request: Asked; answer: Promise<Answer> }>()
  return {
    find: (request: Request) => waiting.get(requestName(request)),
    hold: (request: Asked, work: () => Promise<Answer>): Promise<Answer> => {
      const answer = work().finally(() => waiting.delete(requestName(request)))
      waiting.set(requestName(request), { request, answer })
      return answer
    },
  }
}

/** This many an hour happen by accident, with a slip for more than the balance; more is a way to choose. */
const MAX_CALL_OFFS = 5
const WINDOW_SECONDS = 3600
/** Failures within this time, like the bets of one slip, count once. */
const TOGETHER_SECONDS = 2

/**
 * Each waiting bet, cancelled ones included, is a row for an hour, and each further request reads its player's rows.
 */
const MAX_WAITS = 1000

/**
 * Refusals that players can cause themselves, repeatedly, while their bet waits. Reached or lowered limits are not among them,
 * because they last for their period.
 */
const OWN_DOING: ReadonlySet<string> = new Set<PlaceBetRefusal>([
  'insufficient_funds',
  'request_mismatch',
  'free_bet_over',
])

/**
 * Counts requests that waited out their delay and then failed by the player's own action: the money was spent meanwhile, or
 * another request used the id. A player who sees the match earlier than the house could cancel losing bets that way until the
 * last moment. After a few of them the player's delayed requests are refused for a while. Bets and cash-outs are counted
 * separately, so a player without funds can still cash out.
 */
export function lateCallOffs({ limits }: Pick<Deps, 'limits'>, what: 'bets' | 'cash-outs') {
  const waits = limits.limiter(`waits-in-play-${what}`, MAX_WAITS, WINDOW_SECONDS)
  const together = limits.limiter(`late-call-offs-together-${what}`, 1, TOGETHER_SECONDS)
  // The last failure exceeds this budget; only from then on the check with 0 points refuses.
  const counted = limits.limiter(`late-call-offs-${what}`, MAX_CALL_OFFS - 1, WINDOW_SECONDS)
  return {
    /** Counts a new wait, or says why this player may not wait. */
    mayNotWait: async (playerId: number): Promise<'in_play_paused' | 'too_many_requests' | undefined> => {
      const key = String(playerId)
      if (!(await counted.consume(key, 0))) return 'in_play_paused'
      return (await waits.consume(key)) ? undefined : 'too_many_requests'
    },
    /** Counts a refusal after a wait, if it is one of these. */
    count: async (playerId: number, code: string): Promise<void> => {
      if (OWN_DOING.has(code) && (await together.consume(String(playerId))))
        await counted.consume(String(playerId))
    },
  }
}
