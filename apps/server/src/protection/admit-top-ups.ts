import type { Sql } from '../platform/db/index.ts'
import { ok, type Result } from '../platform/result.ts'
import { lockLimitsOf } from './queries.ts'
import { readRules } from './read-rules.ts'
import { type Deposited, noRules, type PlayerRules, refuseOnBreak, refuseTopUp } from './rules.ts'

/** What top-ups of a list are admitted by. */
export type TopUpGate = { readonly rules: ReadonlyMap<number, PlayerRules> }

export type TopUpRefusal = 'impeded' | 'self_excluded' | 'on_time_out' | 'deposit_limit'

type TopUpRequest = { playerId: number; cents: number; deposited: Deposited }

/**
 * Reads what may stand against top-ups of these players. Call it in the order's own transaction, after their accounts are
 * locked; until it ends no other order of a person with several accounts and a limit is decided. What is paid is credited whatever the limits say, for the money came: so an order counts as paid while it may still be.
 */
export async function openTopUpGate(sql: Sql, playerIds: readonly number[]): Promise<TopUpGate> {
  const rules = await readRules(sql, playerIds)
  const firsts = [...rules.values()]
    .filter(
      ({ limits, accountIds }) => accountIds.length > 1 && limits.some(({ kind }) => kind === 'deposit'),
    )
    .flatMap(({ accountIds: [first = 0] }) => first)
  if (firsts.length > 0) await lockLimitsOf(sql, [...new Set(firsts)])
  return { rules }
}

/** The accounts whose top-ups count against the limits of this player: the own one, and all others of the person. */
export const accountsCounted = ({ rules }: TopUpGate, playerId: number): readonly number[] => {
  const { accountIds } = rules.get(playerId) ?? noRules
  return accountIds.length > 0 ? accountIds : [playerId]
}

/** Whether a top-up may be begun, beside what was put in and what other orders may still bring. Pure. */
export function admitTopUp(
  { rules }: TopUpGate,
  { playerId, cents, deposited }: TopUpRequest,
): Result<null, TopUpRefusal> {
  const { breaks, limits } = rules.get(playerId) ?? noRules
  return refuseOnBreak(breaks) ?? refuseTopUp(limits, deposited, cents) ?? ok(null)
}
