import type { Sql, Tx } from '../../platform/db/index.ts'
import { lockLiabilities, selectLiabilities, type SumRow } from '../risk/queries.ts'
import type { SportsbookSettings } from '../settings.ts'
import type { BuilderRules } from '../catalogue/price-fixture.ts'
import { type BuilderQuote, isBuilder, priceBuilders } from './builders.ts'
import { fixturesOf, readPlaces, type QuoteRow, readQuoteRows } from './quote-rows.ts'
import { lockFixturesShared, type OutcomePlace } from './queries.ts'

/** What decides the next bet on an outcome: price, market, match, and its open liability. */
export type Quote = QuoteRow &
  BuilderQuote & {
    /** The potential return of open bets on the outcome, and the stakes on its whole market. */
    outcomeReturnCents: number
    marketStakeCents: number
    /** Whether some feed will report the match's result: none plays a simulated one if the simulator is off. */
    hasFeed: boolean
    /** How much more its match may cost in its worst scenario, by all limits on scenarios; in cents. */
    exposureHeadroomCents: number
  }

type QuoteNeeds = Pick<SportsbookSettings, 'feedSilenceSeconds'> &
  BuilderRules & {
    simulatorPlays: boolean
    /** Headroom of matches and above; unlimited by default. */
    headroomOf?: (of: QuoteRow) => number
  }

/** Quotes by outcome; unknown outcomes are missing. */
export type Quotes = ReadonlyMap<number, Quote>

/** Quotes locked until the transaction ends, and the first of 1024 ids for bets on them. */
export type LockedQuotes = { quotes: Quotes; firstBetId: number }

/**
 * Locks the fixtures of these outcomes in shared mode and their liabilities exclusively, then reads the quotes: prices and
 * market states cannot change until the transaction ends. The statements are pipelined, so the read sees what the previous
 * holder of the locks committed.
 */
export async function lockQuotes(
  tx: Tx,
  outcomeIds: readonly number[],
  needs: QuoteNeeds,
): Promise<LockedQuotes> {
  // An outcome created after this is unknown to the list: its match is not locked.
  const places = await readPlaces(tx, outcomeIds)
  const [firstBetId, , quotes] = await Promise.all([
    lockFixturesShared(tx, fixturesOf(places)),
    lockLiabilities(tx, outcomeIds),
    readQuotesAt(tx, places, needs),
  ])
  return { quotes, firstBetId }
}

/** The current quotes without locks: for previews, never for decisions. */
export const readQuotes = async (
  sql: Sql,
  outcomeIds: readonly number[],
  needs: QuoteNeeds,
): Promise<Quotes> => readQuotesAt(sql, await readPlaces(sql, outcomeIds), needs)

/** The same, for outcomes with known markets and matches. */
export async function readQuotesAt(
  sql: Sql,
  places: readonly OutcomePlace[],
  { feedSilenceSeconds, simulatorPlays, headroomOf, ...rules }: QuoteNeeds,
): Promise<Quotes> {
  const [read, sums] = await Promise.all([
    readQuoteRows(sql, places, feedSilenceSeconds),
    selectLiabilities(sql, [...new Set(places.map(({ marketId }) => marketId))]),
  ])
  const rows = read.some(isBuilder) ? await priceBuilders(sql, read, { feedSilenceSeconds, ...rules }) : read
  const open = openStakes(sums)
  return new Map(
    rows.map((row) => [
      row.outcomeId,
      Object.assign(row, {
        outcomeReturnCents: open.returns.get(row.outcomeId) ?? 0,
        marketStakeCents: open.stakes.get(row.marketId) ?? 0,
        hasFeed: simulatorPlays || !row.simulated,
        exposureHeadroomCents: headroomOf?.(row) ?? Number.MAX_SAFE_INTEGER,
      }),
    ]),
  )
}

/** Liability of outcomes, and open stakes on their markets. */
function openStakes(sums: readonly SumRow[]) {
  const stakes = new Map<number, number>()
  for (const { marketId, stakeCents } of sums) stakes.set(marketId, (stakes.get(marketId) ?? 0) + stakeCents)
  return { stakes, returns: new Map(sums.map(({ outcomeId, returnCents }) => [outcomeId, returnCents])) }
}
