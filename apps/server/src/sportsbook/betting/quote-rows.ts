import type { Sql } from '../../platform/db/index.ts'
import {
  type MatchRow,
  type PriceRow,
  selectMatches,
  selectPrices,
  type SubjectRow,
  type OutcomePlace,
  selectPlaces,
} from './queries.ts'

/** Bounds the memory: beyond it the cache is cleared. */
const MAX_OUTCOMES = 200_000

/**
 * By database. An outcome never changes its market, nor a market its match, and no id is reused: the cache never goes
 * stale.
 */
const placesIn = new WeakMap<object, Map<number, OutcomePlace>>()

/**
 * The markets and matches of these outcomes; unknown outcomes are omitted, and a deleted one may still be included.
 * Queries the database only for uncached ones: statements that lock and read by match and market then need no joins,
 * which were a third of the database cost of bet lists.
 */
export async function readPlaces(sql: Sql, outcomeIds: readonly number[]): Promise<OutcomePlace[]> {
  const known = placesIn.get(sql.database) ?? new Map<number, OutcomePlace>()
  placesIn.set(sql.database, known)
  if (known.size > MAX_OUTCOMES) known.clear()
  // Kept here: another list may clear the cache while this one waits.
  const found = new Map(outcomeIds.flatMap((id) => knownPlace(known, id)))
  const unknown = outcomeIds.filter((id) => !found.has(id))
  const read = unknown.length > 0 ? await selectPlaces(sql, unknown) : []
  for (const place of read) {
    known.set(place.outcomeId, place)
    found.set(place.outcomeId, place)
  }
  return outcomeIds.flatMap((id) => found.get(id) ?? [])
}

function knownPlace(known: ReadonlyMap<number, OutcomePlace>, id: number): [number, OutcomePlace][] {
  const place = known.get(id)
  return place ? [[id, place]] : []
}

/** Their matches, by ascending id: the lock order. */
export const fixturesOf = (places: readonly OutcomePlace[]): number[] =>
  [...new Set(places.map(({ fixtureId }) => fixtureId))].toSorted((one, other) => one - other)

/** The current state of an outcome, with its market and match. */
export type QuoteRow = SubjectRow &
  PriceRow &
  Pick<MatchRow, 'competitionId' | 'isBeforeStart' | 'isFeedAlive' | 'limitBps' | 'scenarioBps' | 'at'> & {
    /** The participants of its fixture: they identify an event across feeds. */
    participantIds: readonly number[]
  }

/** The current state of these outcomes; under the lock of their matches, prices and matches are of one moment. */
export async function readQuoteRows(
  sql: Sql,
  places: readonly OutcomePlace[],
  silenceSeconds: number,
): Promise<QuoteRow[]> {
  if (places.length === 0) return []
  const [prices, matches] = await Promise.all([
    selectPrices(
      sql,
      places.map(({ outcomeId }) => outcomeId),
    ),
    selectMatches(sql, fixturesOf(places), silenceSeconds),
  ])
  const matchOf = new Map(matches.map((match) => [match.fixtureId, subjectOf(match)]))
  return prices.flatMap((price) => {
    const match = matchOf.get(price.fixtureId)
    if (!match) return []
    const { nameAt, ...subject } = match
    return [{ ...subject, ...price, name: nameAt(entryOf(price)) }]
  })
}

/** A match with its entries' names: home and away, or in a race or an outright the names by position. */
function subjectOf({ entries, isField, ...match }: MatchRow) {
  const names = new Map(entries.map(({ place, name }) => [place, name]))
  const nameAt = (place: number | undefined) => (place === undefined ? null : (names.get(place) ?? null))
  return {
    ...match,
    home: isField ? null : nameAt(HOME),
    away: isField ? null : nameAt(AWAY),
    participantIds: (isField ? entries : entries.filter(({ place }) => place <= AWAY)).map(
      ({ participantId }) => participantId,
    ),
    nameAt,
  }
}

const HOME = 1
const AWAY = 2

/** The position of the entrant that an outcome is, if it is one. */
function entryOf({ marketType, code }: PriceRow): number | undefined {
  if (marketType.startsWith('racing.') || marketType.startsWith('outright.')) return Number(code)
  return code === 'home' ? HOME : code === 'away' ? AWAY : undefined
}
