import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../tools/test/database.ts'
import { openTestDeps } from '../../../tools/test/test-deps.ts'
import { openCashier } from './cashier/index.ts'
import { testNeeds } from './cashier/testing/harness.ts'
import { until } from '../../../tools/test/until.ts'
import { audit } from './platform/audit.ts'
import type { Deps } from './platform/deps.ts'
import { openLog } from './platform/log.ts'
import { watched } from '../../../tools/test/watched-logs.ts'
import { openMetrics } from './platform/metrics.ts'
import type { Job } from './platform/schedule.ts'
import { policyOf } from './protection/index.ts'
import { verifyAuditEachDay, verifyEachMinute } from './verify-jobs.ts'

let deps: Deps
let close: () => Promise<void>
let job: Job | undefined

beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterEach(() => job?.stop())
afterAll(() => close())

const verifiedAt = async () =>
  (await deps.db<{ at: string }[]>`select verified_at::text as at from ledger_verification`)[0]?.at

/** A cashier whose payouts depend on the verification, as the app composes them. */
function start() {
  const own = { ...deps, metrics: openMetrics() } // a metric has one owner
  const cashier = openCashier(own, testNeeds(policyOf(own.config)))
  const shown = async (name: string) =>
    Number(new RegExp(`^palpite_${name} (\\d+)$`, 'm').exec(await own.metrics.text())?.[1])
  const isHalted = async () => (await shown('cashier_payouts_halted')) === 1
  return {
    isHalted,
    findings: () => shown('ledger_findings'),
    verify: () => (job = verifyEachMinute(own, cashier.haltPayouts)),
    untilHalted: (halted: boolean) =>
      until(`payouts are ${halted ? 'halted' : 'free'}`, async () => (await isHalted()) === halted),
  }
}

test('keeps payouts halted until the ledger is verified, which happens at once', async () => {
  const { isHalted, findings, verify, untilHalted } = start()
  expect(await isHalted()).toBe(true)
  verify()
  expect(await isHalted()).toBe(true)
  await untilHalted(false)
  expect(await findings()).toBe(0)
})

test('halts payouts while the ledger cannot be verified', async () => {
  const { findings, verify, untilHalted } = start()
  const verifying = verify()
  await untilHalted(false)
  await ownerOf(deps.db)`alter table ledger_account rename to hidden_account`
  verifying.wake()
  await untilHalted(true)
  expect(await findings()).toBe(1)
  await ownerOf(deps.db)`alter table hidden_account rename to ledger_account`
  verifying.wake()
  await untilHalted(false)
  expect(await findings()).toBe(0)
})

test('reads the whole ledger once, and only new rows from then on', async () => {
  const { verify, untilHalted } = start()
  const verifications = async () =>
    (
      await deps.db<{ whole: string; last: string }[]>`
        select whole_at::text as whole, verified_at::text as last from ledger_verification`
    )[0]
  const verifying = verify()
  await untilHalted(false)
  const first = await verifications()
  verifying.wake()
  await until('verified again', async () => (await verifications())?.last !== first?.last)
  expect((await verifications())?.whole).toBe(first?.whole)
})

test('halts payouts on a finding', async () => {
  const { findings, verify, untilHalted } = start()
  const verifying = verify()
  await untilHalted(false)
  await deps.db`update ledger_account set balance_cents = balance_cents + 1 where kind = 'games'`
  verifying.wake()
  await untilHalted(true)
  expect(await findings()).toBeGreaterThan(0)
  await deps.db`update ledger_account set balance_cents = balance_cents - 1 where kind = 'games'`
  verifying.wake()
  await untilHalted(false)
})

test('halts payouts when liabilities differ from the open bets, which each start checks at once', async () => {
  await ownerOf(deps.db)`alter table sportsbook_liability disable trigger all` // the outcome does not exist
  await deps.db`
    insert into sportsbook_liability (outcome_id, market_id, stake_cents, return_cents) values (1, 1, 0, 5)`
  const first = start()
  const verifying = first.verify()
  await until('it was looked at', async () => (await first.findings()) === 1)
  expect(await first.isHalted()).toBe(true)
  await deps.db`delete from sportsbook_liability`
  const before = await verifiedAt()
  verifying.wake()
  // All bets are not read again within the day: the finding stays.
  await until('verified again', async () => (await verifiedAt()) !== before)
  await verifying.stop()
  expect([await first.isHalted(), await first.findings()]).toEqual([true, 1])
  const next = start()
  next.verify()
  await next.untilHalted(false)
})

test('a broken audit chain is a separate alarm, which halts no payouts and is not read each minute', async () => {
  await deps.db.begin((tx) =>
    audit(tx, { actor: { kind: 'system', id: null }, action: 'test.done', subject: 'test:1' }),
  )
  await ownerOf(deps.db)`alter table platform_audit disable trigger all`
  await ownerOf(deps.db)`update platform_audit set subject = 'test:2'`
  await ownerOf(deps.db)`alter table platform_audit enable trigger all`
  const { verify, findings, untilHalted } = start()
  verify()
  await untilHalted(false)
  expect(await findings()).toBe(0)
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
  const metrics = openMetrics()
  const reading = verifyAuditEachDay({ db: deps.db, log: openLog('fatal', watched({ write })), metrics })
  const found = async () => Number(/^palpite_audit_findings (\d+)$/m.exec(await metrics.text())?.[1])
  await until('the chain was read', async () => (await found()) === 1)
  reading.wake() // would find and log it again
  await reading.stop()
  expect(lines).toMatchObject([
    { level: 60, msg: 'the audit chain does not hold', findings: ['audit row 1: is not as it was written'] },
  ])
})
