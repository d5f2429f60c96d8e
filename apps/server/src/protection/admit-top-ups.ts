import type { Sql } from '../platform/db/index.ts'
import { ok, type Result } from '../platform/result.ts'
import { readLimits } from './read-limits.ts'
import { type Deposited, type OwnLimit, refuseTopUp } from './rules.ts'

/** What top-ups of a list are admitted by. */
export type TopUpGate = { readonly limits: ReadonlyMap<number, readonly OwnLimit[]> }

type TopUpRequest = { playerId: number; cents: number; deposited: Deposited }

/**
 * Reads what may stand against top-ups of these players. Call it in the order's own transaction, after their accounts are
 * locked. What is paid is credited whatever the limits say, for the money came: so an open order counts as paid.
 */
export const openTopUpGate = async (sql: Sql, playerIds: readonly number[]): Promise<TopUpGate> => ({
  limits: await readLimits(sql, playerIds),
})

/** Whether a top-up may be begun, beside what was put in and what other open orders may bring. Pure. */
export function admitTopUp(
  { limits }: TopUpGate,
  { playerId, cents, deposited }: TopUpRequest,
): Result<null, 'deposit_limit'> {
  return refuseTopUp(limits.get(playerId) ?? [], deposited, cents) ?? ok(null)
}
