import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cashierClearing } from './cashier/index.ts'
import { verifyRounds } from './games/index.ts'
import { type LedgerFinding, verifyLedger } from './ledger/index.ts'
import { verifyAudit } from './platform/audit/verify-audit.ts'
import type { Db } from './platform/db/index.ts'
import type { Deps } from './platform/deps.ts'
import { type Job, schedule } from './platform/schedule.ts'
import { verifyLiabilities, sportsbookClearing } from './sportsbook/index.ts'

const EVERY_MS = 60_000
/** A row of the past that was changed past all guards is found within this time. */
const WHOLE_EVERY_SECONDS = 24 * 60 * 60

const clearing = () => [...cashierClearing(), ...sportsbookClearing()]

/** Proves the whole ledger now, with the open items of every module. No finding means it holds. */
export const verifyAll = async (db: Db): Promise<LedgerFinding[]> => [
  ...(await verifyLedger(db, clearing())),
  ...(await verifyModules(db)),
]

/** What modules prove by all their rows: the sums of what open bets would return, and nonces without a gap. */
const verifyModules = async (db: Db): Promise<LedgerFinding[]> => [
  ...(await verifyLiabilities(db)),
  ...(await verifyRounds(db)),
  ...(await verifyAudit(db)),
]

/**
 * Proves the ledger now and each minute: what is newer than the last proof, and the whole of it once a day and when
 * this program is another than those that did before. Payouts, halted from the start, go on after a proof without a finding; a
 * finding, or a proof that could not be made, halts them and raises `palpite_ledger_findings`.
 */
export function verifyEachMinute(deps: Deps, haltPayouts: (halted: boolean) => void): Job {
  const gauge = deps.metrics.gauge('ledger_findings', 'What the last proof of the ledger found wrong')
  const tell = (findings: number) => {
    gauge.set(findings)
    haltPayouts(findings > 0)
  }
  const release = releaseName()
  release.catch(() => {}) // the run that waits for it tells
  let comparesAtMs = 0
  const verify = async () => {
    const findings = await verifyLedger(deps.db, clearing(), {
      release: await release,
      wholeEverySeconds: WHOLE_EVERY_SECONDS,
    })
    if (findings.length > 0) tell(findings.length) // before what takes longer
    if (performance.now() < comparesAtMs) return findings
    // Reads all bets and rounds, so not each minute; what it finds it finds again until it is mended.
    const drift = await verifyModules(deps.db)
    if (drift.length === 0) comparesAtMs = performance.now() + WHOLE_EVERY_SECONDS * 1000
    return [...findings, ...drift]
  }
  const run = async () => {
    const findings = await verify().catch((error: unknown) => {
      tell(1)
      throw error
    })
    tell(findings.length)
    if (findings.length > 0) deps.log.fatal({ findings }, 'the ledger does not hold')
  }
  const job = schedule({ name: 'prove-ledger', everyMs: EVERY_MS, log: deps.log, run })
  job.wake() // beside the start, which does not wait for it
  return job
}

/** The program by what it consists of: an update is another one, whether or not somebody raised its version. */
async function releaseName(): Promise<string> {
  const folder = import.meta.dirname
  const files = await readdir(folder, { recursive: true })
  const hash = createHash('sha256')
  for (const file of files.filter((one) => /\.(?:ts|sql)$/.test(one)).toSorted()) {
    hash.update(file).update(await readFile(join(folder, file)))
  }
  return hash.digest('hex')
}
