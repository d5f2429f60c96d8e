import type { Db, Tx } from '../platform/db/index.ts'
import { selectOldestAtWork } from '../platform/db/queries.ts'
import {
  insertVerifiedMonths,
  selectChangedMonths,
  selectMonthOf,
  selectStragglers,
  upsertClosedAccounts,
  joinByHash,
  readWithOneProcess,
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
import type { HouseAccount } from './house-accounts.ts'

/** The balance a clearing account must have: the sum of a module's open items, read in the same snapshot. */
export type ClearingCheck = {
  account: Extract<HouseAccount, string> | 'hold' | 'studio:%' | 'pix_in%' | 'pix_out%'
  what: string
  /** Sum of the module's open items, in cents. */
  openCents: (sql: Tx) => Promise<number>
}

/** A violated invariant in words, with the ids involved. */
export type LedgerFinding = string

/** How long a verification of all open months stays sufficient. */
export type KeepVerification = { wholeEverySeconds: number }

/**
 * Verifies the ledger now, in one snapshot. All accounts sum to zero; every balance equals the sum of its
 * entries and of its transfers, and the last balance of its chain; versions have no gap; transfers refer to
 * existing accounts; clearing accounts equal their open items; the last closed day plus later transfers gives
 * the current balances; closed months still have the row counts and sums they were closed with. Returns no
 * finding if all of this holds. Open months start from the balances at the end of the closed ones. With
 * `keep` it continues from the last verification without findings and stores this one: only newer entries and
 * transfers are read. All open months are read if there is no previous verification, if the last full one is
 * older than asked for, and whenever something is wrong; past months are closed then. Closed months are not
 * read.
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
  // Read before the snapshot: a transaction that the snapshot does not see was running by then, or began later.
  const transfersFrom = await selectOldestAtWork(db)
  return db.begin(async (tx) => {
    await readOneSnapshotAndWrite(tx)
    await lockVerification(tx)
    const last = await selectVerification(tx, wholeEverySeconds)
    const isEnough = last?.isFresh === true && (await isNewConsistent(tx, clearing, last.transfersFrom))
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
 * Closes months that ended before every transaction still running began: nothing can be added to them. They stay open, and are
 * read again, if an account's entries in them do not continue its versions without a gap.
 */
async function closeMonths(tx: Tx, from: Date, transfersFrom: Date): Promise<void> {
  const period = { from, to: await selectMonthOf(tx, transfersFrom) }
  if (period.to <= from || (await selectStragglers(tx, period)).length > 0) return
  await upsertClosedAccounts(tx, period)
  await insertVerifiedMonths(tx, period)
}

/** Whether everything since the last verification is consistent. If not, a full verification looks for the cause. */
async function isNewConsistent(tx: Tx, clearing: readonly ClearingCheck[], from: Date): Promise<boolean> {
  if ((await selectAccountSum(tx)) !== 0) return false
  if ((await selectForgottenVersions(tx)).length > 0) return false
  if ((await selectBrokenNews(tx, from)).length > 0) return false
  if ((await selectUncountedTransfers(tx, from)).length > 0) return false
  return (await clearingFindings(tx, clearing)).length === 0
}

/**
 * Findings in all open months, and contradictions to the last verification: only these reveal a past that was
 * rewritten consistently.
 */
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
  await joinByHash(tx)
  await readWithOneProcess(tx)
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
