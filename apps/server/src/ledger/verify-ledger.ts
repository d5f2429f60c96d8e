import type { Db, Tx } from '../platform/db/index.ts'
import { selectOldestAtWork } from '../platform/db/oldest-at-work-queries.ts'
import {
  insertVerifiedMonths,
  selectChangedMonths,
  selectMonthOf,
  selectStragglers,
  upsertClosedAccounts,
} from './closing-queries.ts'
import type { HouseAccount } from './house-accounts.ts'
import {
  lockVerification,
  readOneSnapshot,
  readOneSnapshotAndWrite,
  selectAccountSum,
  selectBrokenChains,
  selectBrokenNews,
  selectClearingBalance,
  selectForgottenVersions,
  selectOpenFrom,
  selectUncountedTransfers,
  selectUnexplainedBalances,
  selectUnknownAccounts,
  selectVerification,
  selectWrongClosings,
  upsertVerification,
  upsertVerifiedAccounts,
} from './verification-queries.ts'

/** What an account that clears must hold: the sum of a module's open items, read in the same snapshot. */
export type ClearingCheck = {
  account: Extract<HouseAccount, string> | 'hold' | 'studio:%' | 'pix_in%' | 'pix_out%'
  what: string
  /** The cents that the module's open items add up to. */
  openCents: (sql: Tx) => Promise<number>
}

/** One thing that is wrong, in words, with the ids to find it. */
export type LedgerFinding = string

/** How long a verification of all open months is enough. */
export type KeepVerification = { wholeEverySeconds: number }

/**
 * Verifies the ledger at this moment, in one snapshot: all accounts add up to zero; every balance is the sum of
 * its entries and of its transfers, and the last of its chain; versions have no gap; transfers name accounts
 * that exist; clearing accounts equal their open items; the last closed day and
 * what came since lead to what is held; months that are closed hold as many rows and cents as they did
 * then. No finding means it holds. What closed months lead to is where the open ones begin.
 *
 * With `keep` it goes on from the last verification that found nothing, and keeps this one: of entries and transfers it
 * reads the newer ones alone. It reads all open months when there is no last one, when the last time it did is longer ago
 * than asked for, and whenever something is not as it should be. Then it closes the months that are over. It does not
 * read the closed ones.
 */
export const verifyLedger = (
  db: Db,
  clearing: readonly ClearingCheck[],
  keep?: KeepVerification,
): Promise<LedgerFinding[]> =>
  keep
    ? verifyNews(db, clearing, keep)
    : db.begin(async (tx) => {
        await readOneSnapshot(tx)
        const openFrom = await selectOpenFrom(tx)
        return [...(await wholeFindings(tx, openFrom, clearing)), ...(await closedFindings(tx, openFrom))]
      })

async function verifyNews(
  db: Db,
  clearing: readonly ClearingCheck[],
  { wholeEverySeconds }: KeepVerification,
): Promise<LedgerFinding[]> {
  // Before the snapshot: whoever the snapshot does not see was at work by then, or began later.
  const transfersFrom = await selectOldestAtWork(db)
  return db.begin(async (tx) => {
    await readOneSnapshotAndWrite(tx)
    await lockVerification(tx)
    const last = await selectVerification(tx, wholeEverySeconds)
    const isEnough = last?.isFresh === true && (await newsHold(tx, clearing, last.transfersFrom))
    if (!isEnough) {
      const openFrom = await selectOpenFrom(tx)
      const findings = await allFindings(tx, openFrom, clearing)
      if (findings.length > 0) return findings
      await closeMonths(tx, openFrom, transfersFrom)
    }
    await upsertVerifiedAccounts(tx, transfersFrom)
    await upsertVerification(tx, transfersFrom, !isEnough)
    return []
  })
}

/**
 * Closes the months that ended before anybody still at work began, so that nothing is added to them any more. Where an
 * account's entries of those months are not the versions that come next they stay open, and are read again.
 */
async function closeMonths(tx: Tx, from: Date, transfersFrom: Date): Promise<void> {
  const period = { from, to: await selectMonthOf(tx, transfersFrom) }
  if (period.to <= from || (await selectStragglers(tx, period)).length > 0) return
  await upsertClosedAccounts(tx, period)
  await insertVerifiedMonths(tx, period)
}

/** Whether all that is newer than the last verification is as it should be. What is wrong is then read for as a whole. */
async function newsHold(tx: Tx, clearing: readonly ClearingCheck[], from: Date): Promise<boolean> {
  if ((await selectAccountSum(tx)) !== 0) return false
  if ((await selectForgottenVersions(tx)).length > 0) return false
  if ((await selectBrokenNews(tx, from)).length > 0) return false
  if ((await selectUncountedTransfers(tx, from)).length > 0) return false
  return (await clearingFindings(tx, clearing)).length === 0
}

/** All open months, and what contradicts the last verification: a past that was rewritten whole would show in nothing else. */
async function allFindings(
  tx: Tx,
  openFrom: Date,
  clearing: readonly ClearingCheck[],
): Promise<LedgerFinding[]> {
  const forgotten = (await selectForgottenVersions(tx)).map(
    ({ id, version, balanceCents, verifiedVersion, verifiedCents }) =>
      `account ${id}: version ${version} with ${balanceCents} cents, ` +
      `after version ${verifiedVersion} with ${verifiedCents} cents was verified`,
  )
  return [...forgotten, ...(await wholeFindings(tx, openFrom, clearing))]
}

async function wholeFindings(
  tx: Tx,
  openFrom: Date,
  clearing: readonly ClearingCheck[],
): Promise<LedgerFinding[]> {
  const sum = await selectAccountSum(tx)
  const findings: LedgerFinding[] = sum === 0 ? [] : [`all accounts add up to ${sum} cents, not 0`]
  for (const { id, count, versions } of await selectBrokenChains(tx, openFrom)) {
    findings.push(`account ${id}: ${count} entries for ${versions} versions, or a broken chain`)
  }
  for (const row of await selectUnexplainedBalances(tx, openFrom)) {
    const { id, balanceCents, entriesCents, transfersCents } = row
    findings.push(
      `account ${id}: balance ${balanceCents}, entries ${entriesCents}, transfers ${transfersCents}`,
    )
  }
  for (const { key } of await selectUnknownAccounts(tx, openFrom)) {
    findings.push(`transfer ${key}: unknown account`)
  }
  for (const { account, day, balanceCents, booksCents } of await selectWrongClosings(tx, openFrom)) {
    findings.push(
      `${account} holds ${balanceCents} cents, the books since ${day} was closed say ${booksCents}`,
    )
  }
  return [...findings, ...(await clearingFindings(tx, clearing))]
}

const closedFindings = async (tx: Tx, openFrom: Date): Promise<LedgerFinding[]> =>
  (await selectChangedMonths(tx, openFrom)).map(
    ({ month }) => `month ${month}: not what it was when it was closed`,
  )

async function clearingFindings(tx: Tx, clearing: readonly ClearingCheck[]): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = []
  for (const { account, what, openCents } of clearing) {
    const [balance, open] = [await selectClearingBalance(tx, account), await openCents(tx)]
    if (balance !== open) findings.push(`${account} holds ${balance} cents, ${what} add up to ${open}`)
  }
  return findings
}
