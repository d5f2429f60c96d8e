import { readBalances } from '../ledger/index.ts'
import { present } from '../platform/assert.ts'
import type { Sql } from '../platform/db/index.ts'
import { toWireBalance, type WireBalance } from './wire-user-info.ts'

/** What these players have, as the wire has it; in the order asked. */
export async function readWireBalances(sql: Sql, playerIds: readonly number[]): Promise<WireBalance[]> {
  const balances = await readBalances(sql, playerIds)
  return playerIds.map((id) => toWireBalance(present(balances.get(id), 'the balances of a player')))
}
