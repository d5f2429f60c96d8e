import type { Sql } from '../platform/db/index.ts'
import type { Balances } from './ledger-batch.ts'
import { selectAccounts } from './queries.ts'

export { ledgerPersonalData } from './personal-data-queries.ts'
export {
  balanceOf,
  type LedgerBatch,
  countFreePlay,
  countTurnover,
  move,
  type PlayerAccount,
  type Balances,
  balancesOf,
  type TurnoverChange,
  turnoverOf,
} from './ledger-batch.ts'
export type { HouseAccount } from './house-accounts.ts'
export { balanceChanged } from './events.ts'
export {
  areDays,
  type KeyPrefix,
  selectActivePlayers as readActivePlayers,
  selectHouseBalances as readHouseBalances,
  selectHouseDays as readHouseDays,
  selectJournal as readJournal,
  selectNatureSums as readNatureSums,
  selectPlayersMoney as readPlayersMoney,
  selectBalancesOn as readBalancesOn,
  selectStatement as readStatement,
  selectTrialBalance as readTrialBalance,
  type StatementRow,
} from './book-queries.ts'
export {
  type ClosingLine,
  type DayMove,
  type DayTransfer,
  type PeriodLine,
  type DayAccount,
  selectClosedDays as readClosedDays,
  selectClosing as readClosing,
  selectDayBalances as readDayBalances,
  selectDayMoves as readDayMoves,
  selectDayTransfers as readDayTransfers,
  selectHousePeriods as readHousePeriods,
} from './day-queries.ts'
export { addLedgerPartitions, ledgerJobs } from './jobs.ts'
export { closeDays, publishDays, verifyDays } from './days.ts'
export { collectDebts, owedCents, repayDebt, type MakeTransfer, makeTransfers } from './transfers.ts'
export { type ClearingCheck, type LedgerFinding, verifyLedger } from './verify-ledger.ts'
export { lockAccounts, post } from './post.ts'
export {
  insertHouseAccount as openHouseAccount,
  ledgerSealed,
  selectAmounts as readAmounts,
  selectEntries as readEntries,
} from './queries.ts'
export { payReturn, settleAtOnce, type StakeFunding, reverseReturn, debitStake } from './stakes.ts'
export {
  earningBetween,
  earningOn,
  earlierDays,
  type EarlierDays,
  lifetimeTurnover,
  netResultSince,
  type PeriodSums,
  settledBetween,
  todayTurnover,
  netWonCents,
  wonOn,
} from './turnover.ts'
export {
  selectNetLossDays as readNetLossDays,
  selectSettledAtLeast as countSettledAtLeast,
} from './turnover-queries.ts'

/** Debts of these players in cents, without those who owe nothing. Read without a lock: for display, never for decisions. */
export async function readOwed(sql: Sql, playerIds: readonly number[]): Promise<Map<number, number>> {
  const accounts = await selectAccounts(sql, playerIds)
  const debts = accounts.filter(({ kind, balanceCents }) => kind === 'debt' && balanceCents < 0)
  return new Map(debts.map(({ playerId, balanceCents }) => [playerId, 0 - balanceCents]))
}

/** Current balances of players, read without a lock: for display, never for decisions. */
export async function readBalances(sql: Sql, playerIds: readonly number[]): Promise<Map<number, Balances>> {
  const balancesByPlayer = new Map(playerIds.map((id) => [id, { cashCents: 0, bonusCents: 0, version: 0 }]))
  for (const { playerId, kind, balanceCents, version } of await selectAccounts(sql, playerIds)) {
    const balances = balancesByPlayer.get(playerId)
    if (!balances || (kind !== 'cash' && kind !== 'bonus')) continue
    balances[kind === 'cash' ? 'cashCents' : 'bonusCents'] = balanceCents
    balances.version += version
  }
  return balancesByPlayer
}

/** What of a player's money is held for withdrawals under way, read without a lock: for display, never for decisions. */
export async function readHeld(sql: Sql, playerId: number): Promise<number> {
  const accounts = await selectAccounts(sql, [playerId])
  return accounts.find(({ kind }) => kind === 'hold')?.balanceCents ?? 0
}
