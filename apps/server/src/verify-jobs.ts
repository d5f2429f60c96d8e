import { verifyLedger } from './ledger/index.ts'
import type { Deps } from './platform/deps.ts'
import { type Job, schedule } from './platform/schedule.ts'
import { sealEachMinute, verifySeals } from './platform/seals.ts'
import { verifyAudit } from './platform/audit.ts'
import type { Sql } from './platform/db/index.ts'
import { logKey } from './platform/public-log.ts'
import { openUnhurried } from './platform/unhurried.ts'
import { clearing, sealedTables, verifyModules, verifyPublished } from './verify.ts'

const EVERY_MS = 60_000
/** A daily reading that failed is repeated after this time. */
const DAILY_BEAT_MS = 60 * 60_000
/** A row of an open month that was changed past all guards is found within this time. */
const WHOLE_EVERY_SECONDS = 24 * 60 * 60

type Reading = Pick<Deps, 'db' | 'log' | 'metrics'>

/**
 * Verifies the ledger now and every minute: new rows each time, all open months once a day. Payouts start halted and continue
 * after a verification without findings; a finding or a failed verification halts them and raises `palpite_ledger_findings`.
 * All bets and rounds are read at the start and once a day, with rests, ahead of audit, seals and public log. Their findings
 * halt payouts until the next reading or a restart.
 */
export function verifyEachMinute(deps: Reading, haltPayouts: (halted: boolean) => void): Job {
  const { db, log, metrics } = deps
  const gauge = metrics.gauge('ledger_findings', 'What the last verification of the ledger found wrong')
  let ofLedger: readonly string[] | undefined
  let ofModules: readonly string[] | undefined
  const report = () => {
    gauge.set((ofLedger?.length ?? 0) + (ofModules?.length ?? 0))
    haltPayouts(ofLedger?.length !== 0 || ofModules?.length !== 0)
  }
  const ledger = schedule({
    name: 'verify-ledger',
    everyMs: EVERY_MS,
    log,
    run: async () => {
      try {
        ofLedger = await verifyLedger(db, clearing(), { wholeEverySeconds: WHOLE_EVERY_SECONDS })
      } catch (error) {
        ofLedger = ['it could not be read']
        throw error
      } finally {
        report()
      }
      if (ofLedger.length > 0) log.fatal({ findings: ofLedger }, 'the ledger does not hold')
    },
  })
  let readsAtMs = 0
  // Payouts wait for the first reading, so it rests less.
  const unhurried = openUnhurried(db, { isUrgent: true, rest: () => (readsAtMs === 0 ? 1 : 2) })
  const modules = schedule({
    name: 'verify-rounds',
    everyMs: EVERY_MS,
    log,
    run: async () => {
      if (performance.now() < readsAtMs) return
      try {
        const findings = await unhurried.read(verifyModules)
        if (!findings) return // the server stops
        ofModules = findings
        readsAtMs = performance.now() + WHOLE_EVERY_SECONDS * 1000
      } catch (error) {
        ofModules = ['bets and rounds could not be read']
        throw error
      } finally {
        report()
      }
      if (ofModules.length > 0) log.fatal({ findings: ofModules }, 'the ledger does not hold')
    },
  })
  const wake = () => {
    ledger.wake()
    modules.wake()
  }
  wake() // the start does not wait for it
  return {
    wake,
    stop: async () => {
      unhurried.stop()
      await Promise.all([ledger.stop(), modules.stop()])
    },
  }
}

/**
 * Reads the audit chain now and once a day. A finding raises `palpite_audit_findings` and halts no payouts: an audit row holds
 * no money and cannot be repaired, so payouts would be halted for good.
 */
export const verifyAuditEachDay = (deps: Reading): Job =>
  readEachDay(deps, {
    name: 'audit',
    help: 'What the last reading of the audit chain found wrong',
    alarm: 'the audit chain does not hold',
    read: verifyAudit,
  })

/**
 * Reads the seals and the sealed rows now and once a day. A finding raises `palpite_seal_findings` and halts no payouts: if
 * money is affected, the ledger's verification halts them.
 */
export const verifySealsEachDay = (deps: Reading): Job =>
  readEachDay(deps, {
    name: 'seal',
    help: 'What the last reading of the seals found wrong',
    alarm: 'the seals do not hold',
    read: (sql) => verifySeals(sql, sealedTables()),
  })

/**
 * Reads the public log and what it commits to, now and once a day. A finding raises `palpite_log_findings` and halts no payouts:
 * published entries stay, and every reader finds the same.
 */
export const verifyPublicLogEachDay = (deps: Reading & Pick<Deps, 'config'>): Job =>
  readEachDay(deps, {
    name: 'log',
    help: 'What the last reading of the public log found wrong',
    alarm: 'the public log does not hold',
    read: (sql) => verifyPublished(sql, logKey(deps.config)),
  })

/** Seals what happened, each minute. */
export const sealAllEachMinute = (deps: Pick<Deps, 'db' | 'log'>): Job => sealEachMinute(deps, sealedTables())

type WhatToRead = { name: string; help: string; alarm: string; read: (sql: Sql) => Promise<string[]> }

function readEachDay({ db, log, metrics }: Reading, { name, help, alarm, read }: WhatToRead): Job {
  const gauge = metrics.gauge(`${name}_findings`, help)
  const unhurried = openUnhurried(db)
  let readsAtMs = 0
  const run = async () => {
    if (performance.now() < readsAtMs) return
    const findings = await unhurried.read(read)
    if (!findings) return // the server stops
    readsAtMs = performance.now() + WHOLE_EVERY_SECONDS * 1000 // a failed one is repeated sooner
    gauge.set(findings.length)
    if (findings.length > 0) log.fatal({ findings }, alarm)
  }
  const job = schedule({ name: `verify-${name}`, everyMs: DAILY_BEAT_MS, log, run })
  job.wake()
  return {
    ...job,
    stop: async () => {
      unhurried.stop()
      await job.stop()
    },
  }
}
