import type { Sql } from '../platform/db/index.ts'
import type { PlayerAccount, Purse } from './book.ts'
import { selectAccounts } from './queries.ts'

export { balanceOf, type Book, move, type PlayerAccount, type Purse, purseOf } from './book.ts'
export { type ClearingCheck, type LedgerFinding, proveLedger } from './prove-ledger.ts'
export { openBook, openBookAnd, post } from './post.ts'
export { payReturn, type Split, takeStake } from './stakes.ts'
export { type MakeTransfer, makeTransfers } from './transfers.ts'
export { countTurnover, lifetimeTurnover, todayTurnover, type Turnover } from './turnover.ts'

/** What players have now, read without a lock: for showing, never for deciding. */
export async function readPurses(sql: Sql, playerIds: readonly number[]): Promise<Map<number, Purse>> {
  const accounts = await selectAccounts(sql, playerIds)
  const find = (playerId: number, kind: PlayerAccount) =>
    accounts.find((account) => account.playerId === playerId && account.kind === kind)
  return new Map(
    playerIds.map((playerId) => {
      const cash = find(playerId, 'cash')
      const bonus = find(playerId, 'bonus')
      const version = (cash?.version ?? 0) + (bonus?.version ?? 0)
      return [playerId, { cashCents: cash?.balanceCents ?? 0, bonusCents: bonus?.balanceCents ?? 0, version }]
    }),
  )
}
