import type { Sql, Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { lockGrants } from '../grants/give-grants.ts'
import type { Rewards } from '../rewards.ts'
import {
  type Held,
  selectHeld,
  type Decision,
  insertDecision,
  selectDecision,
  updateHeld,
} from './commission-queries.ts'
import { payWaiting } from './pay-commission.ts'

export type DecideHeld = Omit<Decision, 'relations' | 'amountE4' | 'paidCents'>

/** What a decision was about, and whether this very call made it. */
export type Decided = Decision & { isNew: boolean }

/**
 * Decides the commission of one earner that is held because of one player: released, it is paid at once; refused, it is
 * not paid. Decided by hand, so one at a time. Sent twice it acts once; decided by somebody else before, it is absent.
 */
export async function decideHeld(
  rewards: Rewards,
  tx: Tx,
  request: DecideHeld,
): Promise<Result<Decided, 'not_found' | 'request_mismatch'>> {
  const { requestId, earnerId, playerId, outcome } = request
  const batch = await lockGrants(rewards, tx, [earnerId])
  // Under the earner's lock: the same request sent at once waits here, and then finds what was decided.
  const [earlier] = await selectDecision(tx, requestId)
  if (earlier) return isSame(earlier, request) ? ok({ ...earlier, isNew: false }) : refuse('request_mismatch')
  const held = await updateHeld(tx, { earnerId, playerId }, outcome === 'release' ? 'waiting' : 'rejected')
  if (held.length === 0) return refuse('not_found')
  if (outcome === 'release') await payWaiting(tx, batch, [earnerId], `released:${requestId}`)
  const decision: Decision = {
    ...request,
    relations: [...new Set(held.flatMap(({ reasons }) => reasons))].sort(),
    amountE4: held.reduce((sum, { amountE4 }) => sum + amountE4, 0),
    paidCents: batch.given.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }
  await insertDecision(tx, decision)
  return ok({ ...decision, isNew: true })
}

const isSame = (earlier: Decision, request: DecideHeld): boolean =>
  (['operatorId', 'earnerId', 'playerId', 'outcome', 'reason'] as const).every(
    (field) => earlier[field] === request[field],
  )

const PAGE = 50

/** Commission that is held, by earner and by the player it came from, a page at a time. */
export async function readHeld(
  sql: Sql,
  cursor: string | undefined,
): Promise<{ items: Held[]; next: string | null }> {
  const [earnerId = 0, playerId = 0] = (cursor ?? '0.0').split('.').map(Number)
  const rows = await selectHeld(sql, { earnerId, playerId }, PAGE + 1)
  const items = rows.slice(0, PAGE)
  const last = items.at(-1)
  return { items, next: last && rows.length > PAGE ? `${last.earnerId}.${last.playerId}` : null }
}
