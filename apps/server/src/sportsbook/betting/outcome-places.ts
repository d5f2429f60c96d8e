import type { Sql } from '../../platform/db/index.ts'
import { type OutcomePlace, selectPlaces } from './queries.ts'

export type { OutcomePlace } from './queries.ts'

/** Bounds the memory: beyond it the cache is cleared. */
const MAX_OUTCOMES = 200_000

/** By database. An outcome never changes its market, nor a market its match, and no id is given twice: the cache never goes stale. */
const placesIn = new WeakMap<object, Map<number, OutcomePlace>>()

/**
 * The markets and matches of these outcomes; unknown outcomes are missing, and one that was cleared away may be there still. Asks
 * the database for what no one has asked for before: statements that lock and read by match and market need no joins then,
 * which were a third of what lists of bets cost the database.
 */
export async function readPlaces(sql: Sql, outcomeIds: readonly number[]): Promise<OutcomePlace[]> {
  const known = placesIn.get(sql.database) ?? new Map<number, OutcomePlace>()
  placesIn.set(sql.database, known)
  if (known.size > MAX_OUTCOMES) known.clear()
  // Held here: another list may clear what is remembered while this one waits.
  const found = new Map(outcomeIds.flatMap((id) => entryOf(known, id)))
  const unknown = outcomeIds.filter((id) => !found.has(id))
  const read = unknown.length > 0 ? await selectPlaces(sql, unknown) : []
  for (const place of read) {
    known.set(place.outcomeId, place)
    found.set(place.outcomeId, place)
  }
  return outcomeIds.flatMap((id) => found.get(id) ?? [])
}

function entryOf(known: ReadonlyMap<number, OutcomePlace>, id: number): [number, OutcomePlace][] {
  const place = known.get(id)
  return place ? [[id, place]] : []
}

/** Their matches, by ascending id: the order of locks. */
export const fixturesOf = (places: readonly OutcomePlace[]): number[] =>
  [...new Set(places.map(({ fixtureId }) => fixtureId))].toSorted((one, other) => one - other)
