import { cashierClearing } from './cashier/index.ts'
import { type LedgerFinding, proveLedger } from './ledger/index.ts'
import type { Db } from './platform/db/index.ts'
import type { House } from './platform/house.ts'
import { type Job, schedule } from './platform/schedule.ts'
import { sportsbookClearing } from './sportsbook/index.ts'

const EVERY_MS = 60_000

/** Proves the whole ledger now, with the open items of every room. No finding means it holds. */
export const proveHouse = (db: Db): Promise<LedgerFinding[]> =>
  proveLedger(db, [...cashierClearing(), ...sportsbookClearing()])

/**
 * Proves the ledger now and each minute. Payouts, halted from the start, go on after a proof without a finding; a
 * finding, or a proof that could not be made, halts them and raises `palpite_ledger_findings`.
 */
export function proveEachMinute(house: House, haltPayouts: (halted: boolean) => void): Job {
  const gauge = house.metrics.gauge('ledger_findings', 'What the last proof of the ledger found wrong')
  const tell = (findings: number) => {
    gauge.set(findings)
    haltPayouts(findings > 0)
  }
  const run = async () => {
    const findings = await proveHouse(house.db).catch((error: unknown) => {
      tell(1)
      throw error
    })
    tell(findings.length)
    if (findings.length > 0) house.log.fatal({ findings }, 'the ledger does not hold')
  }
  const job = schedule({ name: 'prove-ledger', everyMs: EVERY_MS, log: house.log, run })
  job.wake() // beside the start, which does not wait for it
  return job
}
