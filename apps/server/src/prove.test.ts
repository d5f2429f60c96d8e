import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestHouse } from '../../../tools/test/house.ts'
import { openCashier } from './cashier/index.ts'
import { until } from './cashier/trial/start-trial.ts'
import type { House } from './platform/house.ts'
import { openMetrics } from './platform/metrics.ts'
import type { Job } from './platform/schedule.ts'
import { policyOf } from './protection/index.ts'
import { proveEachMinute } from './prove.ts'

let house: House
let close: () => Promise<void>
let job: Job | undefined

beforeAll(async () => {
  ;({ house, close } = await openTestHouse())
})
afterEach(() => job?.stop())
afterAll(() => close())

/** A cashier whose payouts hang on the proof, as the house joins them. */
function start() {
  const own = { ...house, metrics: openMetrics() } // a metric has one owner
  const cashier = openCashier(own, { policy: policyOf(own.config) })
  const shown = async (name: string) =>
    Number(new RegExp(`^palpite_${name} (\\d+)$`, 'm').exec(await own.metrics.text())?.[1])
  const isHalted = async () => (await shown('cashier_payouts_halted')) === 1
  return {
    isHalted,
    findings: () => shown('ledger_findings'),
    prove: () => (job = proveEachMinute(own, cashier.haltPayouts)),
    untilHalted: (halted: boolean) =>
      until(`payouts are ${halted ? 'halted' : 'free'}`, async () => (await isHalted()) === halted),
  }
}

test('keeps payouts halted until the ledger was proven, which it is at once', async () => {
  const { isHalted, findings, prove, untilHalted } = start()
  expect(await isHalted()).toBe(true)
  prove()
  expect(await isHalted()).toBe(true)
  await untilHalted(false)
  expect(await findings()).toBe(0)
})

test('halts payouts when the ledger cannot be proven, until it is', async () => {
  const { findings, prove, untilHalted } = start()
  const proving = prove()
  await untilHalted(false)
  await house.db`alter table ledger_account rename to hidden_account`
  proving.wake()
  await untilHalted(true)
  expect(await findings()).toBe(1)
  await house.db`alter table hidden_account rename to ledger_account`
  proving.wake()
  await untilHalted(false)
  expect(await findings()).toBe(0)
})

test('reads the whole ledger once, and what is new from then on', async () => {
  const { prove, untilHalted } = start()
  const proofs = async () =>
    (
      await house.db<{ whole: string; last: string }[]>`
        select whole_at::text as whole, proven_at::text as last from ledger_proof`
    )[0]
  const proving = prove()
  await untilHalted(false)
  const first = await proofs()
  proving.wake()
  await until('proven again', async () => (await proofs())?.last !== first?.last)
  expect((await proofs())?.whole).toBe(first?.whole)
})

test('halts payouts on a finding', async () => {
  const { findings, prove, untilHalted } = start()
  const proving = prove()
  await untilHalted(false)
  await house.db`update ledger_account set balance_cents = balance_cents + 1 where kind = 'games'`
  proving.wake()
  await untilHalted(true)
  expect(await findings()).toBeGreaterThan(0)
  await house.db`update ledger_account set balance_cents = balance_cents - 1 where kind = 'games'`
  proving.wake()
  await untilHalted(false)
})

test('halts payouts when the sums of open bets are not those of the bets, which each start looks at', async () => {
  await house.db`alter table sportsbook_liability disable trigger all` // the outcome does not exist
  await house.db`
    insert into sportsbook_liability (outcome_id, market_id, stake_cents, return_cents) values (1, 1, 0, 5)`
  const { isHalted, findings, prove, untilHalted } = start()
  const proving = prove()
  await until('it was looked at', async () => (await findings()) === 1)
  expect(await isHalted()).toBe(true)
  await house.db`delete from sportsbook_liability`
  proving.wake()
  await untilHalted(false)
})
