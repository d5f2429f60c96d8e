import { parseArgs } from 'node:util'
import { againstTpcb } from './against.ts'
import { openCashierBench } from './cashier-orders.ts'
import { measureFlushes } from './flushes.ts'
import { openOwnApp } from './own-app.ts'
import type { Row } from './table.ts'
import { report } from './report.ts'
import { openTpcb } from './tpcb.ts'

// `npm run bench -- cashier [--quick] [--json FILE]`: top-ups and withdrawals a second through the sandbox bank, its
// webhooks and the ledger, each against TPC-B in the same minutes.
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})
const seconds = values.quick ? 3 : 10
const ORDERS = values.quick ? 300 : 1000
const GOAL = 0.3

const own = await openOwnApp()
try {
  const rows: Row[] = []
  const tpcb = await openTpcb(own.postgres)
  const against = againstTpcb({ tpcb, rows, seconds })
  const cashier = await openCashierBench(own.deps, ORDERS)
  try {
    await against({ name: 'topups', what: 'top-ups, from order to balance', goal: GOAL }, cashier.topUps)
    await against(
      { name: 'withdrawals', what: 'withdrawals, from request to paid', goal: GOAL },
      cashier.withdrawals,
    )
  } finally {
    await cashier.close()
  }
  report(rows, { tpcb, flushes: await measureFlushes(own.dataDir, seconds), file: values.json })
  await tpcb.close()
} finally {
  await own.close()
}
