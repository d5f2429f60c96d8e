import type { Db } from '../platform/db/index.ts'
import {
  readOneSnapshot,
  selectAccountSum,
  selectBrokenChains,
  selectClearingBalance,
  selectUnexplainedBalances,
  selectUnknownAccounts,
} from './proof-queries.ts'
import type { HouseAccount } from './house-accounts.ts'

/** What an account that clears must hold: the sum of a room's open items, read in the same snapshot. */
export type ClearingCheck = {
  account: HouseAccount | 'hold'
  what: string
  /** The cents that the room's open items add up to. */
  openCents: (sql: Parameters<Parameters<Db['begin']>[0]>[0]) => Promise<number>
}

/** One thing that is wrong, in words, with the ids to find it. */
export type LedgerFinding = string

/**
 * Proves the ledger at this moment, in one snapshot: all accounts add up to zero; every balance is the sum of
 * its entries and of its transfers, and the last of its chain; versions have no gap; transfers name accounts
 * that exist; clearing accounts equal their open items. No finding means it holds.
 */
export const proveLedger = (db: Db, clearing: readonly ClearingCheck[]): Promise<LedgerFinding[]> =>
  db.begin(async (tx) => {
    await readOneSnapshot(tx)
    const sum = await selectAccountSum(tx)
    const findings: LedgerFinding[] = sum === 0 ? [] : [`all accounts add up to ${sum} cents, not 0`]
    for (const { id, count, versions } of await selectBrokenChains(tx)) {
      findings.push(`account ${id}: ${count} entries for versions up to ${versions}, or a broken chain`)
    }
    for (const { id, balanceCents, entriesCents, transfersCents } of await selectUnexplainedBalances(tx)) {
      findings.push(
        `account ${id}: balance ${balanceCents}, entries ${entriesCents}, transfers ${transfersCents}`,
      )
    }
    for (const { key } of await selectUnknownAccounts(tx)) findings.push(`transfer ${key}: unknown account`)
    for (const { account, what, openCents } of clearing) {
      const [balance, open] = [await selectClearingBalance(tx, account), await openCents(tx)]
      if (balance !== open) findings.push(`${account} holds ${balance} cents, ${what} add up to ${open}`)
    }
    return findings
  })
