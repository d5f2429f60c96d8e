/** Past it everything is forgotten, and learnt anew. */
const MOST_OUTCOMES = 50_000

/** Which fixture each outcome is of, as far as this server has read it. */
export type KnownFixtures = {
  /** The fixtures of these outcomes, each once; nothing when one of them is not known. */
  find: (outcomeIds: readonly number[]) => number[] | undefined
  learn: (rows: readonly { outcomeId: number; fixtureId: number }[]) => void
}

/**
 * Remembers the fixtures of outcomes, so that a list of bets can hold them without looking them up first. An outcome
 * stays with its fixture for good and ids are not given twice, so what is remembered needs no forgetting but for room.
 */
export function knownFixtures(most = MOST_OUTCOMES): KnownFixtures {
  const known = new Map<number, number>()
  return {
    find: (outcomeIds) => {
      const fixtureIds = new Set<number>()
      for (const outcomeId of outcomeIds) {
        const fixtureId = known.get(outcomeId)
        if (fixtureId === undefined) return undefined
        fixtureIds.add(fixtureId)
      }
      return [...fixtureIds]
    },
    learn: (rows) => {
      if (known.size + rows.length > most) known.clear()
      for (const { outcomeId, fixtureId } of rows) known.set(outcomeId, fixtureId)
    },
  }
}
