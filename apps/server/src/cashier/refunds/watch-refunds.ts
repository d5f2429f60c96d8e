import type { Cashier } from '../cashier.ts'
import { insertException } from '../reconciliation/exception-queries.ts'
import { selectLateRefunds } from './queries.ts'

const LATE_SECONDS = 3600
const WHAT = 'asked for an hour ago, and the bank has not said how it ended'

/** Names each refund without an end once: its player's money is held for as long. It goes on being tried. */
export async function watchRefunds({ deps, alarm }: Cashier): Promise<void> {
  for (const { id, provider, providerRef } of await selectLateRefunds(deps.db, LATE_SECONDS)) {
    const subject = `${providerRef}:${id}`
    const isNew = await deps.db.begin((tx) => insertException(tx, { source: 'refund', subject, what: WHAT }))
    if (isNew) alarm('refund_late', { provider, providerRef, refund: id })
  }
}
