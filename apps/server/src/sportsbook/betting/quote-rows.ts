import type { Sql } from '../../platform/db/index.ts'
import { fixturesOf, type OutcomePlace } from './outcome-places.ts'
import { type MatchRow, type PriceRow, selectMatches, selectPrices, type SubjectRow } from './queries.ts'

/** An outcome as it stands, with its market and its match. */
export type QuoteRow = SubjectRow &
  PriceRow &
  Pick<MatchRow, 'competitionId' | 'isBeforeStart' | 'isFeedAlive' | 'at'> & {
    /** Who takes part in its fixture: what tells one event from another, whoever reports it. */
    participantIds: readonly number[]
  }

/** These outcomes as they stand; under the lock of their matches, prices and matches are of one moment. */
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

/** A match with what its entries say: home and away, or of a race and an outright the names by their places. */
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

/** The place of the entry that an outcome is, where it is one. */
function entryOf({ marketType, code }: PriceRow): number | undefined {
  if (marketType.startsWith('racing.') || marketType.startsWith('outright.')) return Number(code)
  return code === 'home' ? HOME : code === 'away' ? AWAY : undefined
}
