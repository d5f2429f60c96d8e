import { cashierClearing } from './cashier/index.ts'
import { verifyRounds } from './games/index.ts'
import { type LedgerFinding, verifyLedger } from './ledger/index.ts'
import { verifyAudit } from './platform/audit/verify-audit.ts'
import type { Db } from './platform/db/index.ts'
import type { Deps } from './platform/deps.ts'
import { type Job, schedule } from './platform/schedule.ts'
import { verifyLiabilities, sportsbookClearing } from './sportsbook/index.ts'

const EVERY_MS = 60_000
const AUDIT_EVERY_MS = 60 * 60_000
/** A row of an open month that was changed past all guards is found within this time. */
const WHOLE_EVERY_SECONDS = 24 * 60 * 60

const clearing = () => [...cashierClearing(), ...sportsbookClearing()]

/** Verifies the ledger now, with the open items of every module and the audit chain. No finding means it holds. */
export const verifyAll = async (db: Db): Promise<LedgerFinding[]> => [
  ...(await verifyLedger(db, clearing())),
  ...(await verifyModules(db)),
  ...(await verifyAudit(db)),
]

/** What modules verify by all their rows: the sums of what open bets would return, and nonces without a gap. */
const verifyModules = async (db: Db): Promise<LedgerFinding[]> => [
  ...(await verifyLiabilities(db)),
  ...(await verifyRounds(db)),
]

/**
 * Verifies the ledger now and each minute: what is newer than the last time, and all open months once a day. Payouts,
 * halted from the start, go on after a verification without a finding; a finding, or a verification that failed, halts
 * them and raises `palpite_ledger_findings`. All bets and rounds are read at the start and once a day: what that finds
 * keeps payouts halted until the next time, or until the server is started again.
 */
export function verifyEachMinute(deps: Deps, haltPayouts: (halted: boolean) => void): Job {
  const gauge = deps.metrics.gauge('ledger_findings', 'What the last verification of the ledger found wrong')
  const report = (findings: number) => {
    gauge.set(findings)
    haltPayouts(findings > 0)
  }
  let drift: LedgerFinding[] = []
  let comparesAtMs = 0
  const verify = async () => {
    const findings = await verifyLedger(deps.db, clearing(), { wholeEverySeconds: WHOLE_EVERY_SECONDS })
    if (findings.length > 0) report(findings.length + drift.length) // before what takes longer
    if (performance.now() >= comparesAtMs) {
      // Reads all bets and rounds, so not each minute, and least of all while something is wrong already.
      drift = await verifyModules(deps.db)
      comparesAtMs = performance.now() + WHOLE_EVERY_SECONDS * 1000
    }
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

/**
 * Reads the audit chain now and once a day. A finding is an alarm of its own, `palpite_audit_findings`, and halts no
 * payouts: a row of the audit is no money, and cannot be mended, so that they would wait for good.
 */
export function verifyAuditEachDay(deps: Pick<Deps, 'db' | 'log' | 'metrics'>): Job {
  const gauge = deps.metrics.gauge('audit_findings', 'What the last reading of the audit chain found wrong')
  let readsAtMs = 0
  const run = async () => {
    if (performance.now() < readsAtMs) return
    const findings = await verifyAudit(deps.db)
    readsAtMs = performance.now() + WHOLE_EVERY_SECONDS * 1000 // one that failed is tried again sooner
    gauge.set(findings.length)
    if (findings.length > 0) deps.log.fatal({ findings }, 'the audit chain does not hold')
  }
  const job = schedule({ name: 'verify-audit', everyMs: AUDIT_EVERY_MS, log: deps.log, run })
  job.wake()
  return job
}
