import { policyOf } from '../../apps/server/src/protection/index.ts'
import { openRewards } from '../../apps/server/src/rewards/index.ts'
import { insertInvitedChain } from '../test/invited-chain.ts'
import type { Rate } from './callers.ts'
import type { OwnApp } from './own-app.ts'

/** One day's commission: computed from the stakes of this many players and paid to their inviters in one run. */
export async function measureCommission({ deps, asOwner }: OwnApp, players: number): Promise<Rate> {
  await asOwner(async (owner) => {
    await insertInvitedChain(owner, players)
    // Measures one day of these players: earlier days are paid, as in normal operation.
    await owner`delete from rewards_commission_run`
    await owner`
      insert into rewards_commission_run (day, is_shared, is_paid, ended_at)
      select (now() at time zone 'America/Sao_Paulo' - interval '15 minutes')::date - ago, true, true, now()
        from generate_series(2, 31) as ago`
  })
  const rewards = openRewards(deps, { policy: policyOf({ COMPLIANCE_PROFILE: 'spec' }) })
  const from = performance.now()
  await rewards.payCommission()
  const tookMs = performance.now() - from
  const rows = await deps.db<{ count: number }[]>`
    select count(*) as count from rewards_grant where kind = 'commission'`
  if (Number(rows[0]?.count) !== players - 1) throw new Error(`${rows[0]?.count} of ${players - 1} were paid`)
  process.stderr.write(`the commission of ${players} players: ${Math.round(tookMs)} ms\n`)
  return { perSecond: (players * 1000) / tookMs }
}
