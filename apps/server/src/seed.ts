import { seedPlayer, seedTestAccount } from './identity/index.ts'
import { makeTransfers, readBalances } from './ledger/index.ts'
import type { Deps } from './platform/deps.ts'
import { seedActivities } from './rewards/index.ts'
import { seedWorld } from './feeds/index.ts'

/** The opening balance of the test account. */
const OPENING_CENTS = 100_000

/** The player of a seeded world who may withdraw in USDT. */
const usdtPlayer = {
  email: 'usdt@palpite.example',
  password: 'palpite-em-dolar',
  name: 'Conta de Amostra',
  cpf: '39053344705',
  lx: '20',
}

/**
 * Fills a demo world: competitions, fixtures of the coming days, live matches; and, except in production, a test
 * account and a player with USDT. Safe to run at every start: existing rows stay.
 */
export async function seedApp(deps: Deps): Promise<void> {
  await seedWorld(deps)
  await seedActivities(deps)
  if (deps.config.NODE_ENV === 'production') return
  await openWithMoney(deps, (await seedTestAccount(deps)).playerId)
  // A player with USDT: the test account's money cannot be withdrawn.
  await openWithMoney(deps, (await seedPlayer(deps, usdtPlayer)).playerId)
}

async function openWithMoney(deps: Deps, playerId: number): Promise<void> {
  // Not by the key alone, which is deleted one day: an account with any movement was opened.
  const version = (await readBalances(deps.db, [playerId])).get(playerId)?.version ?? 0
  if (version > 0) return
  await makeTransfers(deps, [
    {
      key: `opening:${playerId}`,
      from: 'opening',
      to: { playerId, kind: 'cash' },
      cents: OPENING_CENTS,
    },
  ])
}
