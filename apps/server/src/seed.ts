import { seedTestAccount } from './identity/index.ts'
import { makeTransfers } from './ledger/index.ts'
import type { Deps } from './platform/deps.ts'
import { seedWorld } from './sportsbook/index.ts'

/** What the test account is opened with. */
const OPENING_CENTS = 100_000

/**
 * Fills a believable world: competitions, fixtures of the coming days, live matches; and a test account, except
 * in production. Safe to run at every start: what is there stays.
 */
export async function seedApp(deps: Deps): Promise<void> {
  await seedWorld(deps)
  if (deps.config.NODE_ENV === 'production') return
  const { playerId } = await seedTestAccount(deps)
  await makeTransfers(deps, [
    {
      key: `opening:${playerId}`,
      from: 'opening',
      to: { playerId, kind: 'cash' },
      cents: OPENING_CENTS,
    },
  ])
}
