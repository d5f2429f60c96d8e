import { requestDigest } from '../../platform/request-digest.ts'
import type { NewWithdrawal, RecentWithdrawal, Requested } from './queries.ts'
import type { WithdrawMethod } from '../../protection/index.ts'
import { payeeName } from './rules.ts'

export type RequestWithdrawal = {
  playerId: number
  /** In which it is asked for: what its player has verified there. */
  sessionId: number
  /** The house pays out, to the own CPF alone: no password is given. */
  isByHouse?: true
  /** All there is, of a player who is about to close the account: it may be less than the least of others. */
  isLeaving?: true
  /** The caller's own id of the wish, where it has one. */
  requestId?: string
  method: WithdrawMethod
  payCardNo: string
  holderName: string
  whatsapp: string
  /** The rate that a client says it was shown: looked up, never believed. */
  shownRate?: string
  amountCents: number
}

type PayoutKey = Pick<NewWithdrawal, 'playerId' | 'method' | 'payCardNo'>

/** Where a player is paid to. */
export const keyOf = ({ playerId, method, payCardNo }: PayoutKey): string =>
  `${playerId} ${payeeName(method, payCardNo)}`

/** A wish of a player by its request id. */
export const wishOf = (playerId: number, requestId: string): string => `${playerId} ${requestId}`

/** All that is asked for: a word of it changed is another wish. */
export const wishDigest = ({ sessionId: _where, requestId: _id, ...asked }: RequestWithdrawal): string =>
  requestDigest(asked)

/**
 * Whether a request asks for what its request id became. Rows from before digests were kept are told apart by amount and
 * key.
 */
export function isSameWish(before: Requested, request: RequestWithdrawal, payout: PayoutKey): boolean {
  if (before.requestDigest !== null) return before.requestDigest === wishDigest(request)
  return before.amountCents === request.amountCents && keyOf(before) === keyOf(payout)
}

type Wishes = {
  known: Map<string, Requested>
  requested: readonly NewWithdrawal[]
  named: { id: string; requestId: string; requestDigest: string }[]
}

/** Has a withdrawal that was first asked for without a request id stand under the one it now comes with. */
export function nameRecent(
  { known, requested, named }: Wishes,
  recent: RecentWithdrawal,
  request: RequestWithdrawal & { requestId: string },
): void {
  const { requestId } = request
  const digest = wishDigest(request)
  recent.requestId = requestId
  known.set(wishOf(request.playerId, requestId), { ...recent, requestDigest: digest })
  const made = requested.find(({ id }) => id === recent.id)
  if (made) Object.assign(made, { requestId, requestDigest: digest })
  else named.push({ id: recent.id, requestId, requestDigest: digest })
}
