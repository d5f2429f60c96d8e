import { lockAccounts, post } from '../ledger/index.ts'
import type { Wagering } from './meet-settled.ts'
import { selectExpiredPlayers } from './queries.ts'
import { endExpired } from './end-bonuses.ts'
import { readWagering } from './wagering-batch.ts'
import { writeWagering } from './write-wagering.ts'

/** Bounds the locks of one transaction. */
const PLAYERS_AT_ONCE = 200

/** Ends expired bonuses in pages. Safe to run twice, or on two servers at once. */
export async function endExpiredBonuses({ deps, policy }: Wagering): Promise<void> {
  for (;;) {
    const ids = (await selectExpiredPlayers(deps.db, PLAYERS_AT_ONCE)).map(({ playerId }) => playerId)
    if (ids.length === 0) return
    await deps.db.begin(async (tx) => {
      const ledger = await lockAccounts(tx, ids)
      const wagering = await readWagering(tx, policy, ids)
      endExpired(wagering, ledger, ids)
      await writeWagering(tx, wagering)
      await post(tx, ledger)
    })
    if (ids.length < PLAYERS_AT_ONCE / 2) return
  }
}
