import type { MarketOfRow } from './queries.ts'

/** Past it everything is forgotten, and learnt anew. */
const MAX_OUTCOMES = 50_000

/** Outcomes that exist, with their markets and fixtures, each once. */
export type Markets = { outcomeIds: number[]; marketIds: number[]; fixtureIds: number[] }

/** Which market and fixture outcomes are of, as far as this server has read it. */
export type KnownMarkets = {
  /** Those of these outcomes; nothing when one of them is not known. */
  find: (outcomeIds: readonly number[]) => Markets | undefined
  /** Remembers what was read, and answers the markets of it. */
  learn: (rows: readonly MarketOfRow[]) => Markets
}

/**
 * Remembers which market and fixture outcomes are of, so that a list of bets can hold the fixtures and read the sums of the
 * markets without looking them up first. An outcome stays where it is for good and ids are not given twice, so what is
 * remembered needs no forgetting but for room.
 */
export function knownMarkets(max = MAX_OUTCOMES): KnownMarkets {
  const known = new Map<number, MarketOfRow>()
  return {
    find: (outcomeIds) => {
      const found: MarketOfRow[] = []
      for (const outcomeId of outcomeIds) {
        const row = known.get(outcomeId)
        if (!row) return undefined
        found.push(row)
      }
      return marketsOf(found)
    },
    learn: (rows) => {
      if (known.size + rows.length > max) known.clear()
      for (const row of rows) known.set(row.outcomeId, row)
      return marketsOf(rows)
    },
  }
}

const marketsOf = (rows: readonly MarketOfRow[]): Markets => ({
  outcomeIds: rows.map(({ outcomeId }) => outcomeId),
  marketIds: [...new Set(rows.map(({ marketId }) => marketId))],
  fixtureIds: [...new Set(rows.map(({ fixtureId }) => fixtureId))],
})
