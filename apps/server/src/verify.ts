import { cashierClearing } from './cashier/index.ts'
import { gamesClearing, gamesSealed, verifyCommitments, verifyRounds, verifyStudios } from './games/index.ts'
import { type LedgerFinding, ledgerSealed, verifyDays, verifyLedger } from './ledger/index.ts'
import { verifyAudit } from './platform/audit.ts'
import type { Db } from './platform/db/index.ts'
import type { Deps } from './platform/deps.ts'
import { type LogKey, logKey, verifyPublicLog } from './platform/public-log.ts'
import { type Job, schedule } from './platform/schedule.ts'
import { sealEachMinute, verifySeals } from './platform/seals.ts'
import { sealedBets, sportsbookClearing, verifyLiabilities } from './sportsbook/index.ts'

const EVERY_MS = 60_000
/** How soon a failed daily check is retried. */
const DAILY_BEAT_MS = 60 * 60_000
/** The maximum time to detect a row of an open month changed with all guards bypassed. */
const WHOLE_EVERY_SECONDS = 24 * 60 * 60

const clearing = () => [...cashierClearing(), ...sportsbookClearing(), ...gamesClearing()]

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
export const verifyPublished = async (db: Db, key?: LogKey): Promise<string[]> => [
  ...(await verifyPublicLog(db, key)),
  ...(await verifyCommitments(db)),
  ...(await verifyDays(db)),
]

/** The modules' checks over all their rows: liabilities of open bets, and rounds replayed from their seeds. */
const verifyModules = async (db: Db): Promise<LedgerFinding[]> => [
  ...(await verifyLiabilities(db)),
  ...(await verifyRounds(db)),
  ...(await verifyStudios(db)),
]

/**
 * Verifies the ledger now and each minute: what is newer than the last run, and all open months once a day. Payouts,
 * halted from the start, resume after a verification without a finding; a finding, or a failed verification, halts
 * them and raises `palpite_ledger_findings`. All bets and rounds are read at the start and once a day: a finding
 * there keeps payouts halted until the next run, or until the server is restarted.
 */
export function verifyEachMinute(deps: Deps, haltPayouts: (halted: boolean) => void): Job {
  const gauge = deps.metrics.gauge('ledger_findings', 'Findings of the last ledger verification')
  const report = (findings: number) => {
    gauge.set(findings)
    haltPayouts(findings > 0)
  }
  let drift: LedgerFinding[] = []
  let comparesAtMs = 0
  const verify = async () => {
    const findings = await verifyLedger(deps.db, clearing(), { wholeEverySeconds: WHOLE_EVERY_SECONDS })
    if (findings.length > 0) report(findings.length + drift.length) // before the longer checks
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
  job.wake() // in the background: the start does not wait
  return job
}

type Reading = Pick<Deps, 'db' | 'log' | 'metrics'>

/**
 * Verifies the audit chain now and once a day. A finding is a separate alarm, `palpite_audit_findings`, and halts no
 * payouts: an audit row is not money, and cannot be repaired, so payouts would stay halted for good.
 */
export const verifyAuditEachDay = (deps: Reading): Job =>
  readEachDay(deps, {
    name: 'audit',
    help: 'What the last reading of the audit chain found wrong',
    alarm: 'the audit chain does not hold',
    read: () => verifyAudit(deps.db),
  })

/**
 * Verifies the seals now and once a day. A finding is a separate alarm, `palpite_seal_findings`, and halts no
 * payouts, as for the audit: lost money shows in the ledger, which does.
 */
export const verifySealsEachDay = (deps: Reading): Job =>
  readEachDay(deps, {
    name: 'seal',
    help: 'What the last reading of the seals found wrong',
    alarm: 'the seals do not hold',
    read: () => verifySeals(deps.db, sealedTables()),
  })

/**
 * Verifies the public log now and once a day, with all commitments in it. A finding is a separate alarm,
 * `palpite_log_findings`, and halts no payouts: published entries stay, and every reader finds the same.
 */
export const verifyPublicLogEachDay = (deps: Reading & Pick<Deps, 'config'>): Job =>
  readEachDay(deps, {
    name: 'log',
    help: 'What the last reading of the public log found wrong',
    alarm: 'the public log does not hold',
    read: () => verifyPublished(deps.db, logKey(deps.config)),
  })

/** Seals new rows, each minute. */
export const sealAllEachMinute = (deps: Pick<Deps, 'db' | 'log'>): Job => sealEachMinute(deps, sealedTables())

type WhatToRead = { name: string; help: string; alarm: string; read: () => Promise<string[]> }

function readEachDay({ log, metrics }: Reading, { name, help, alarm, read }: WhatToRead): Job {
  const gauge = metrics.gauge(`${name}_findings`, help)
  let readsAtMs = 0
  const run = async () => {
    if (performance.now() < readsAtMs) return
    const findings = await read()
    readsAtMs = performance.now() + WHOLE_EVERY_SECONDS * 1000 // a failed run is retried sooner
    gauge.set(findings.length)
    if (findings.length > 0) log.fatal({ findings }, alarm)
  }
  const job = schedule({ name: `verify-${name}`, everyMs: DAILY_BEAT_MS, log, run })
  job.wake()
  return job
}
