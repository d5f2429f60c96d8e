import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runStorm } from '../../apps/server/src/cashier/testing/storm.ts'

/** As `npm run cashier-storm` runs it; a short one beside the other storms. */
const seed = Number(process.env['STORM_SEED'] ?? '1')
const orders = Number(process.env['STORM_ORDERS'] ?? '200')
/** An order in and out takes some hundredths of a second, and hanging calls a second each. */
const timeoutMs = 300_000 + orders * 500

test(
  'whatever fails at bank and chain, both agree with the ledger in the end, and nobody is paid twice',
  async () => {
    const sums = await runStorm({ seed, orders })
    const file = process.env['STORM_SUMS']
    if (file !== undefined) writeFileSync(file, JSON.stringify(sums))
    expect(sums.topUpsPaid).toBeGreaterThan(orders / 4)
    expect(sums.paidOutCents).toBeGreaterThan(0)
    expect(sums.usdtMicros).toBeGreaterThan(0)
    expect(sums.usdtInMicros).toBeGreaterThan(0)
    expect(sums.differences).toEqual([])
  },
  timeoutMs,
)
