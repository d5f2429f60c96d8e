/** Past it everything is forgotten, and learnt anew. */
const MOST_OUTCOMES = 50_000

/** Which market and fixture an outcome is of. */
type Place = { outcomeId: number; marketId: number; fixtureId: number }

/** The markets and fixtures of some outcomes, each once. */
export type Places = { marketIds: number[]; fixtureIds: number[] }

/** Where outcomes belong, as far as this server has read it. */
export type KnownPlaces = {
  /** The places of these outcomes; nothing when one of them is not known. */
  find: (outcomeIds: readonly number[]) => Places | undefined
  /** Remembers what was read, and answers the places of it. */
  learn: (rows: readonly Place[]) => Places
}

/**
 * Remembers where outcomes belong, so that a list of bets can hold their fixtures and read their sums without looking them
 * up first. An outcome stays in its market and fixture for good and ids are not given twice, so what is remembered needs
 * no forgetting but for room.
 */
export function knownPlaces(most = MOST_OUTCOMES): KnownPlaces {
  const known = new Map<number, Place>()
  return {
    find: (outcomeIds) => {
      const found: Place[] = []
      for (const outcomeId of outcomeIds) {
        const place = known.get(outcomeId)
        if (!place) return undefined
        found.push(place)
      }
      return placesOf(found)
    },
    learn: (rows) => {
      if (known.size + rows.length > most) known.clear()
      for (const { outcomeId, marketId, fixtureId } of rows) {
        known.set(outcomeId, { outcomeId, marketId, fixtureId })
      }
      return placesOf(rows)
    },
  }
}

const placesOf = (rows: readonly Place[]): Places => ({
  marketIds: [...new Set(rows.map(({ marketId }) => marketId))],
  fixtureIds: [...new Set(rows.map(({ fixtureId }) => fixtureId))],
})
