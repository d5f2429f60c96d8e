import type { Sql } from '../platform/db/index.ts'
import type { Purse } from './book.ts'
import { selectAccounts } from './queries.ts'

export {
  balanceOf,
  type Book,
  countTurnover,
  move,
  type PlayerAccount,
  type Purse,
  purseOf,
  turnoverOf,
} from './book.ts'
export { collectDebts, owedCents, repayDebt } from './debts.ts'
export { type ClearingCheck, type LedgerFinding, proveLedger } from './prove-ledger.ts'
export { openBook, openBookAnd, post } from './post.ts'
export { payReturn, settleAtOnce, type Split, splitStake, takeStake } from './stakes.ts'
export { type MakeTransfer, makeTransfers } from './transfers.ts'
export { lifetimeTurnover, todayTurnover } from './turnover.ts'

/** What players have now, read without a lock: for showing, never for deciding. */
export async function readPurses(sql: Sql, playerIds: readonly number[]): Promise<Map<number, Purse>> {
  const purses = new Map(playerIds.map((id) => [id, { cashCents: 0, bonusCents: 0, version: 0 }]))
  for (const { playerId, kind, balanceCents, version } of await selectAccounts(sql, playerIds)) {
    const purse = purses.get(playerId)
    if (!purse || (kind !== 'cash' && kind !== 'bonus')) continue
    purse[kind === 'cash' ? 'cashCents' : 'bonusCents'] = balanceCents
    purse.version += version
  }
  return purses
}
