import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../tools/test/test-deps.ts'
import { openCashier } from './cashier/index.ts'
import { testNeeds } from './cashier/testing/needs.ts'
import { until } from './cashier/testing/start-harness.ts'
import type { Deps } from './platform/deps.ts'
import { openMetrics } from './platform/metrics.ts'
import type { Job } from './platform/schedule.ts'
import { policyOf } from './protection/index.ts'
import { verifyEachMinute } from './verify.ts'

let deps: Deps
let close: () => Promise<void>
let job: Job | undefined

beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterEach(() => job?.stop())
afterAll(() => close())

/** A cashier whose payouts hang on the verification, as the app composes them. */
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

test('keeps payouts halted until the ledger was verified, which it is at once', async () => {
  const { isHalted, findings, verify, untilHalted } = start()
  expect(await isHalted()).toBe(true)
  verify()
  expect(await isHalted()).toBe(true)
  await untilHalted(false)
  expect(await findings()).toBe(0)
})

test('halts payouts when the ledger cannot be verified, until it is', async () => {
  const { findings, verify, untilHalted } = start()
  const verifying = verify()
  await untilHalted(false)
  await deps.db`alter table ledger_account rename to hidden_account`
  verifying.wake()
  await untilHalted(true)
  expect(await findings()).toBe(1)
  await deps.db`alter table hidden_account rename to ledger_account`
  verifying.wake()
  await untilHalted(false)
  expect(await findings()).toBe(0)
})

test('reads the whole ledger once, and what is new from then on', async () => {
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

test('halts payouts when the sums of open bets are not those of the bets, which each start looks at', async () => {
  await deps.db`alter table sportsbook_liability disable trigger all` // the outcome does not exist
  await deps.db`
    insert into sportsbook_liability (outcome_id, market_id, stake_cents, return_cents) values (1, 1, 0, 5)`
  const { isHalted, findings, verify, untilHalted } = start()
  const verifying = verify()
  await until('it was looked at', async () => (await findings()) === 1)
  expect(await isHalted()).toBe(true)
  await deps.db`delete from sportsbook_liability`
  verifying.wake()
  await untilHalted(false)
})
