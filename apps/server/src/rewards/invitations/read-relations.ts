import { readPayTraits } from '../../cashier/index.ts'
import { readTraits } from '../../identity/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import { type Pair, type Relation, relationsOf } from './relations.ts'

/** What is known of these players that may show two accounts to be one person's. */
export async function readRelations(
  sql: Sql,
  playerIds: readonly number[],
): Promise<(pair: Pair) => Relation[]> {
  const ids = [...new Set(playerIds)]
  const [own, paid] = await Promise.all([readTraits(sql, ids), readPayTraits(sql, ids)])
  return relationsOf([...own, ...paid])
}
