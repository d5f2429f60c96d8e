import { cashierClearing } from './cashier/index.ts'
import { gamesClearing, gamesSealed, verifyCommitments, verifyRounds, verifyStudios } from './games/index.ts'
import { type LedgerFinding, ledgerSealed, verifyDays, verifyLedger } from './ledger/index.ts'
import { verifyAudit } from './platform/audit.ts'
import type { Db, Sql } from './platform/db/index.ts'
import { type LogKey, verifyPublicLog } from './platform/public-log.ts'
import { verifySeals } from './platform/seals.ts'
import { sealedBets, sportsbookClearing, verifyLiabilities } from './sportsbook/index.ts'

/** What of the ledger is explained by open items of a module. */
export const clearing = () => [...cashierClearing(), ...sportsbookClearing(), ...gamesClearing()]

/** The sealed tables of every module. */
export const sealedTables = () => [...ledgerSealed, ...gamesSealed, sealedBets]

/**
 * Verifies the ledger now, with the open items of every module, the audit chain and the seals. Empty means verified.
 */
export const verifyAll = async (db: Db): Promise<LedgerFinding[]> => [
  ...(await verifyLedger(db, clearing())),
  ...(await verifyModules(db)),
  ...(await verifyAudit(db)),
  ...(await verifySeals(db, sealedTables())),
  ...(await verifyPublished(db)),
]

/** Verifies the public log, and all commitments in it; with the key, also its signatures. */
export const verifyPublished = async (db: Sql, key?: LogKey): Promise<string[]> => [
  ...(await verifyPublicLog(db, key)),
  ...(await verifyCommitments(db)),
  ...(await verifyDays(db)),
]

/** The modules' checks over all their rows: liabilities of open bets, and rounds replayed from their seeds. */
export const verifyModules = async (db: Sql): Promise<LedgerFinding[]> => [
  ...(await verifyLiabilities(db)),
  ...(await verifyRounds(db)),
  ...(await verifyStudios(db)),
]
