import type { Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  type Decision,
  insertDecision,
  lockUncredited,
  selectDecision,
  updateToWaived,
  type Waiting,
} from './uncredited-queries.ts'

/**
 * Decides a transfer that was not credited by itself: it is credited though it is less than the least, or (one that
 * nobody knew a rate for in time) at the rate of when it is; or left as it is
 * (sent back by hand, or nobody's). What is no USDT has no price, and can only be left. Sent again it acts once.
 */
export async function decideUncredited(
  tx: Tx,
  request: Decision,
): Promise<Result<{ decided: Waiting | undefined }, 'not_found' | 'request_mismatch'>> {
  const waiting = await lockUncredited(tx, request.transferId)
  const before = await selectDecision(tx, request.requestId)
  if (before) return isSame(before, request) ? ok({ decided: undefined }) : refuse('request_mismatch')
  if (!waiting) return refuse('not_found')
  if (request.outcome === 'credit') {
    if (waiting.status === 'other_token') return refuse('not_found')
    await updateToWaived(tx, request.transferId)
  }
  await insertDecision(tx, request)
  return ok({ decided: waiting })
}

const isSame = (one: Decision, other: Decision): boolean =>
  one.transferId === other.transferId &&
  one.operatorId === other.operatorId &&
  one.outcome === other.outcome &&
  one.reason === other.reason
