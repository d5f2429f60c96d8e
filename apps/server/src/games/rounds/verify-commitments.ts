import { chainEntry, seedEntry } from '@palpite/games/log'
import type { LedgerFinding } from '../../ledger/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import { findUnpublished } from '../../platform/public-log/index.ts'
import { selectChains } from '../draws/queries.ts'
import { selectSeedHashesAfter } from '../seeds/queries.ts'

const AT_ONCE = 1000
const MAX_FINDINGS = 20

/** Verifies that every seed pair and every chain was committed to in the public log. Returns no finding if so. */
export async function verifyCommitments(sql: Sql): Promise<LedgerFinding[]> {
  const missing = await findUnpublished(
    sql,
    (await selectChains(sql)).map((chain) => chainEntry(chain)),
  )
  for (let lastId = 0; missing.length < MAX_FINDINGS;) {
    const pairs = await selectSeedHashesAfter(sql, lastId, AT_ONCE)
    const last = pairs.at(-1)
    if (!last) break
    missing.push(
      ...(await findUnpublished(
        sql,
        pairs.map(({ serverSeedHash }) => seedEntry(serverSeedHash)),
      )),
    )
    lastId = last.id
  }
  return missing.slice(0, MAX_FINDINGS).map((content) => `"${content}" does not stand in the public log`)
}
