import {
  type LedgerBatch,
  lockAccounts,
  owedCents,
  type Split,
  splitStake,
  turnoverOf,
} from '../ledger/index.ts'
import { readPlayers } from '../identity/index.ts'
import type { Tx } from '../platform/db/index.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { CompliancePolicy, PlayerStanding } from './policy.ts'
import { readLimits } from './read-limits.ts'
import { type PlayerLimits, refuseLoss } from './rules.ts'

/** The players of a list of stakes, locked, with what their stakes are decided by. */
export type StakeGate = {
  readonly batch: LedgerBatch
  readonly policy: CompliancePolicy
  readonly limits: ReadonlyMap<number, PlayerLimits>
  readonly standings: ReadonlyMap<number, PlayerStanding>
}

export type StakeRefusal =
  | 'blocked_by_policy'
  | 'kyc_needed'
  | 'owes_money'
  | 'daily_loss_limit'
  | 'insufficient_funds'

/** Locks the accounts of these players and reads what their stakes are decided by. Sends its statements first. */
export async function admitStakes(
  tx: Tx,
  policy: CompliancePolicy,
  playerIds: readonly number[],
): Promise<StakeGate> {
  const ids = [...new Set(playerIds)]
  const [batch, limits, standings] = await Promise.all([
    lockAccounts(tx, ids),
    readLimits(tx, ids),
    readStandings(tx, policy, ids),
  ])
  return { batch, policy, limits, standings }
}

/** Where the policy does not look at the player nobody reads who it is. */
async function readStandings(tx: Tx, policy: CompliancePolicy, playerIds: readonly number[]) {
  if (!policy.terms.kycBeforeBet) return new Map<number, PlayerStanding>()
  const players = await readPlayers(tx, playerIds)
  return new Map(
    [...players].map(([id, { isTest, isIdentified }]) => [id, { isTestAccount: isTest, isIdentified }]),
  )
}

const unknownStanding: PlayerStanding = { isTestAccount: false, isIdentified: false }

/** Whether this stake may be taken, and where it would come from. Moves nothing. */
export function admitStake(
  { batch, policy, limits, standings }: StakeGate,
  { playerId, stakeCents }: { playerId: number; stakeCents: number },
): Result<Split, StakeRefusal> {
  const allowed = policy.canBet(standings.get(playerId) ?? unknownStanding)
  if (!allowed.ok) return allowed
  if (owedCents(batch, playerId) > 0) return refuse('owes_money')
  const loss = refuseLoss(limits.get(playerId), turnoverOf(batch, playerId), stakeCents)
  if (loss) return loss
  const split = splitStake(batch, playerId, stakeCents)
  return split ? ok(split) : refuse('insufficient_funds')
}
