import type { Sql } from '../platform/db/index.ts'
import { ok, type Result } from '../platform/result.ts'
import { readRules } from './read-rules.ts'
import { type Deposited, noRules, type PlayerRules, refuseOnBreak, refuseTopUp } from './rules.ts'

/** What top-ups of a list are admitted by. */
export type TopUpGate = { readonly rules: ReadonlyMap<number, PlayerRules> }

export type TopUpRefusal = 'impeded' | 'self_excluded' | 'on_time_out' | 'deposit_limit'

type TopUpRequest = { playerId: number; cents: number; deposited: Deposited }

/**
 * Reads what may stand against top-ups of these players. Call it in the order's own transaction, after their accounts are
 * locked. What is paid is credited whatever the limits say, for the money came: so an order counts as paid while it may still be.
 */
export const openTopUpGate = async (sql: Sql, playerIds: readonly number[]): Promise<TopUpGate> => ({
  rules: await readRules(sql, playerIds),
})

/** Whether a top-up may be begun, beside what was put in and what other orders may still bring. Pure. */
export function admitTopUp(
  { rules }: TopUpGate,
  { playerId, cents, deposited }: TopUpRequest,
): Result<null, TopUpRefusal> {
  const { breaks, limits } = rules.get(playerId) ?? noRules
  return refuseOnBreak(breaks) ?? refuseTopUp(limits, deposited, cents) ?? ok(null)
}
