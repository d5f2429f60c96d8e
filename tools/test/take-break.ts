import { readDeposited } from '../../apps/server/src/cashier/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import type { Lang } from '../../apps/server/src/platform/texts.ts'
import { openProtection, policyOf, suspendAccounts } from '../../apps/server/src/protection/index.ts'

/** Begins a break of this player as their own call does: a time-out of a day, or an exclusion for three months; or has the national register name them, or operators suspend the account. */
export async function takeTestBreak(
  deps: Deps,
  playerId: number,
  kind: 'time_out' | 'exclusion' | 'impeded' | 'suspended' = 'time_out',
  lang: Lang = 'pt-BR',
): Promise<void> {
  if (kind === 'impeded') {
    await deps.db`
      insert into protection_register_answer (player_id, reason, impeded_since, asked_at)
      values (${playerId}, 'self_excluded', now(), now())`
    return
  }
  if (kind === 'suspended') {
    const reason = 'the same card pays for five accounts'
    await deps.db.begin((tx) => suspendAccounts(tx, [{ playerId, operatorId: 1, reason }]))
    return
  }
  const { takeBreak } = openProtection(deps, { policy: policyOf(deps.config), readDeposited })
  const length = kind === 'time_out' ? '24h' : '3m'
  await takeBreak({ playerId, kind, product: null, length, lang })
}
