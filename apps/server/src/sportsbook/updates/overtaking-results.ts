import { present } from '../../platform/errors.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { RollbackSettlementMessage, SettledMarket, SettlementMessage } from './messages.ts'
import { deleteOvertaking, type ResultRow, upsertOvertaking } from './results-queries.ts'

/** A result of a market that waits for its rollback, as JSON. */
type Waiting = { marketId: number; results: string }

/**
 * Keeps confirmed results that contradict the ones that stand: a feed that corrects a result may deliver it before the rollback.
 */
export async function keepOvertaking(tx: Tx, sentAt: Date, waiting: readonly Waiting[]): Promise<void> {
  const byMarket = new Map(waiting.map((one) => [one.marketId, one]))
  if (byMarket.size === 0) return
  await upsertOvertaking(tx, sentAt, {
    marketIds: [...byMarket.keys()],
    results: [...byMarket.values()].map(({ results }) => results),
  })
}

/**
 * The kept results of markets that a rollback has opened, as the feed's own settlements, oldest first. Those sent before the
 * rollback are taken back by it.
 */
export async function takeOvertaking(
  tx: Tx,
  reopened: readonly (readonly ResultRow[])[],
  { key, sentAt }: RollbackSettlementMessage,
): Promise<SettlementMessage[]> {
  if (!sentAt || reopened.length === 0) return []
  const markets = new Map(
    reopened.map((row) => present(row[0], 'an outcome of a market')).map((one) => [one.marketId, one]),
  )
  const kept = (await deleteOvertaking(tx, [...markets.keys()])).filter((one) => one.sentAt > sentAt)
  const byTime = Map.groupBy(kept, (one) => one.sentAt.getTime())
  return [...byTime]
    .toSorted(([one], [other]) => one - other)
    .map(([time, rows]) => ({
      kind: 'settlement',
      key,
      certainty: 'confirmed',
      sentAt: new Date(time),
      markets: rows.map(({ marketId, results }): SettledMarket => ({
        market: present(markets.get(marketId), 'a reopened market'),
        outcomes: results.map(({ code, won, refunded, of }) => ({ code, resolution: { won, refunded, of } })),
      })),
    }))
}
