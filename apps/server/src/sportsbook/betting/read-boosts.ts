import type { Sql } from '../../platform/db/index.ts'
import { selectPriceBoosts, selectStakedOn } from './boost-queries.ts'
import type { AskedBoost } from './boost-rules.ts'

type Request = { playerId: number; priceBoostId?: string | undefined }

/** The boosted prices that these requests ask for, each as it stands for its player. */
export type BoostOf = (request: Request) => AskedBoost | undefined

/** Reads them; where no request asks for one, nothing is asked of the database. Under the lock of the players it stands. */
export async function readPriceBoosts(sql: Sql, requests: readonly Request[]): Promise<BoostOf> {
  const asking = requests.filter(({ priceBoostId }) => priceBoostId !== undefined)
  if (asking.length === 0) return () => undefined
  const ids = asking.flatMap(({ priceBoostId }) => priceBoostId ?? [])
  const [rows, staked] = await Promise.all([
    selectPriceBoosts(sql, ids),
    selectStakedOn(
      sql,
      ids,
      asking.map(({ playerId }) => playerId),
    ),
  ])
  const boosts = new Map(rows.map((row) => [row.id, row]))
  const keyOf = (boostId: string, playerId: number) => `${boostId}/${playerId}`
  const stakes = new Map(staked.map((one) => [keyOf(one.boostId, one.playerId), one.stakedCents]))
  return ({ playerId, priceBoostId = '' }) => {
    const boost = boosts.get(priceBoostId)
    return boost && { ...boost, stakedCents: stakes.get(keyOf(priceBoostId, playerId)) ?? 0 }
  }
}
