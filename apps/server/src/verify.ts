import { cashierClearing } from './cashier/index.ts'
import { verifyRounds } from './games/index.ts'
import { type LedgerFinding, verifyLedger } from './ledger/index.ts'
import { verifyAudit } from './platform/audit/verify-audit.ts'
import type { Db } from './platform/db/index.ts'
import type { Deps } from './platform/deps.ts'
import { type Job, schedule } from './platform/schedule.ts'
import { verifyLiabilities, sportsbookClearing } from './sportsbook/index.ts'

const EVERY_MS = 60_000
/** A row of an open month that was changed past all guards is found within this time. */
const WHOLE_EVERY_SECONDS = 24 * 60 * 60

const clearing = () => [...cashierClearing(), ...sportsbookClearing()]

/** Verifies the ledger now, with the open items of every module. No finding means it holds. */
export const verifyAll = async (db: Db): Promise<LedgerFinding[]> => [
  ...(await verifyLedger(db, clearing())),
  ...(await verifyModules(db)),
]

/** What modules verify by all their rows: the sums of what open bets would return, and nonces without a gap. */
const verifyModules = async (db: Db): Promise<LedgerFinding[]> => [
  ...(await verifyLiabilities(db)),
  ...(await verifyRounds(db)),
  ...(await verifyAudit(db)),
]

/**
 * Verifies the ledger now and each minute: what is newer than the last time, and all open months once a day. Payouts,
 * halted from the start, go on after a verification without a finding; a finding, or a verification that failed, halts
 * them and raises `palpite_ledger_findings`.
 */
export function verifyEachMinute(deps: Deps, haltPayouts: (halted: boolean) => void): Job {
  const gauge = deps.metrics.gauge('ledger_findings', 'What the last verification of the ledger found wrong')
  const report = (findings: number) => {
    gauge.set(findings)
    haltPayouts(findings > 0)
  }
  let comparesAtMs = 0
  const verify = async () => {
    const findings = await verifyLedger(deps.db, clearing(), { wholeEverySeconds: WHOLE_EVERY_SECONDS })
    if (findings.length > 0) report(findings.length) // before what takes longer
    if (performance.now() < comparesAtMs) return findings
    // Reads all bets and rounds, so not each minute; what it finds it finds again until it is mended.
    const drift = await verifyModules(deps.db)
    if (drift.length === 0) comparesAtMs = performance.now() + WHOLE_EVERY_SECONDS * 1000
    return [...findings, ...drift]
  }
  const run = async () => {
    const findings = await verify().catch((error: unknown) => {
      report(1)
      throw error
    })
    report(findings.length)
    if (findings.length > 0) deps.log.fatal({ findings }, 'the ledger does not hold')
  }
  const job = schedule({ name: 'verify-ledger', everyMs: EVERY_MS, log: deps.log, run })
  job.wake() // beside the start, which does not wait for it
  return job
}
