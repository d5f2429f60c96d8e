import type { Tx } from '../../platform/db/index.ts'
import { reprice } from './apply-odds.ts'
import { endHandPrices, type HandEnd, selectHandMarkets, updateHandPrices } from './hand-price-queries.ts'
import { endOf, type MatchTurn } from './hand-price-rules.ts'

/**
 * Ends the prices by hand of these locked fixtures that no longer hold: after an event or a stop of the match, once their
 * market is stopped, their time is over, or the automatic price moved too far from them. The outcomes return to their
 * automatic prices. Returns the fixtures changed.
 */
export async function endDueHandPrices(
  tx: Tx,
  turns: ReadonlyMap<number, MatchTurn | undefined>,
): Promise<number[]> {
  const rows = await selectHandMarkets(tx, [...turns.keys()])
  const markets = Map.groupBy(rows, ({ marketId }) => marketId)
  const ended = rows.flatMap((row) => {
    const why = endOf(row, markets.get(row.marketId) ?? [], turns.get(row.fixtureId))
    return why ? [{ ...row, why }] : []
  })
  if (ended.length === 0) return []
  await returnToAutomatic(tx, ended)
  return [...new Set(ended.map(({ fixtureId }) => fixtureId))]
}

type Ended = { fixtureId: number; outcomeId: number; why: HandEnd }

/** Ends these prices by hand; the automatic prices are again those moved by stakes. */
export async function returnToAutomatic(tx: Tx, ended: readonly Ended[]): Promise<void> {
  const ids = ended.map(({ outcomeId }) => outcomeId)
  await endHandPrices(
    tx,
    ids,
    ended.map(({ why }) => why),
  )
  await updateHandPrices(
    tx,
    ids,
    ids.map(() => null),
  )
  await reprice(tx, [...new Set(ended.map(({ fixtureId }) => fixtureId))])
}
