import type { Db, Tx } from '../platform/db/index.ts'
import {
  lockVerification,
  readOneSnapshot,
  readOneSnapshotAndWrite,
  selectAccountSum,
  selectBrokenChains,
  selectBrokenNews,
  selectClearingBalance,
  selectForgottenProofs,
  selectOldestAtWork,
  selectVerification,
  selectUncountedTransfers,
  selectUnexplainedBalances,
  selectUnknownAccounts,
  upsertVerification,
  upsertVerifiedAccounts,
} from './verification-queries.ts'
import type { HouseAccount } from './house-accounts.ts'

/** What an account that clears must hold: the sum of a module's open items, read in the same snapshot. */
export type ClearingCheck = {
  account: HouseAccount | 'hold'
  what: string
  /** The cents that the module's open items add up to. */
  openCents: (sql: Tx) => Promise<number>
}

/** One thing that is wrong, in words, with the ids to find it. */
export type LedgerFinding = string

/** Which program proves, and how long a proof of everything is enough for it. */
export type KeepVerification = { release: string; wholeEverySeconds: number }

/**
 * Proves the ledger at this moment, in one snapshot: all accounts add up to zero; every balance is the sum of
 * its entries and of its transfers, and the last of its chain; versions have no gap; transfers name accounts
 * that exist; clearing accounts equal their open items. No finding means it holds.
 *
 * With `keep` it goes on from the last such proof that held, and keeps this one: of entries and transfers it reads
 * the newer ones alone. It reads everything when there is no last one, when this release never has, when the last whole
 * proof is older than asked for, and whenever something is not as it should be.
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
        return wholeFindings(tx, clearing)
      })

async function verifyNews(
  db: Db,
  clearing: readonly ClearingCheck[],
  { release, wholeEverySeconds }: KeepVerification,
): Promise<LedgerFinding[]> {
  // Before the snapshot: whoever the snapshot does not see was at work by then, or began later.
  const transfersFrom = await selectOldestAtWork(db)
  return db.begin(async (tx) => {
    await readOneSnapshotAndWrite(tx)
    await lockVerification(tx)
    const last = await selectVerification(tx, release, wholeEverySeconds)
    const isEnough = last?.isFresh === true && (await newsHold(tx, clearing, last.transfersFrom))
    const findings = isEnough ? [] : await allFindings(tx, clearing)
    if (findings.length > 0) return findings
    await upsertVerifiedAccounts(tx, transfersFrom)
    await upsertVerification(tx, { transfersFrom, release, isWhole: !isEnough })
    return []
  })
}

/** Whether all that is newer than the last proof is as it should be. What is wrong is then read for as a whole. */
async function newsHold(tx: Tx, clearing: readonly ClearingCheck[], from: Date): Promise<boolean> {
  if ((await selectAccountSum(tx)) !== 0) return false
  for (const select of [selectForgottenProofs, selectBrokenNews])
    if ((await select(tx)).length > 0) return false
  if ((await selectUncountedTransfers(tx, from)).length > 0) return false
  return (await clearingFindings(tx, clearing)).length === 0
}

/** Everything, and what contradicts an earlier proof: a past that was rewritten whole would show in nothing else. */
async function allFindings(tx: Tx, clearing: readonly ClearingCheck[]): Promise<LedgerFinding[]> {
  const forgotten = (await selectForgottenProofs(tx)).map(
    ({ id, version, balanceCents, verifiedVersion, verifiedCents }) =>
      `account ${id}: version ${version} with ${balanceCents} cents, ` +
      `after version ${verifiedVersion} with ${verifiedCents} cents was proven`,
  )
  return [...forgotten, ...(await wholeFindings(tx, clearing))]
}

async function wholeFindings(tx: Tx, clearing: readonly ClearingCheck[]): Promise<LedgerFinding[]> {
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
  return [...findings, ...(await clearingFindings(tx, clearing))]
}

async function clearingFindings(tx: Tx, clearing: readonly ClearingCheck[]): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = []
  for (const { account, what, openCents } of clearing) {
    const [balance, open] = [await selectClearingBalance(tx, account), await openCents(tx)]
    if (balance !== open) findings.push(`${account} holds ${balance} cents, ${what} add up to ${open}`)
  }
  return findings
}
