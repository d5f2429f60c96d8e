import type { BuilderPrice } from '@palpite/odds/football'
import type { Sql } from '../../platform/db/index.ts'
import { type BuilderRules, type Offered, priceBuilder } from '../catalogue/price-builder.ts'
import { isInPlay, matchStatuses } from '../sports/match-status.ts'
import type { Selection } from '../sports/offers.ts'
import { selectModels, selectSingles, type SingleRow } from './builder-queries.ts'
import { readPlaces } from './outcome-places.ts'
import { type QuoteRow, readQuoteRows } from './quote-rows.ts'

export type { BuilderRules } from '../catalogue/price-builder.ts'

export const isBuilder = ({ selections }: QuoteRow): boolean => selections !== null

/** What a quote of a bet builder says beyond others: what it needs, and the chance that all of it wins. */
export type BuilderQuote = { selected?: Selection[]; chance?: number }

type Needs = BuilderRules & { feedSilenceSeconds: number }

/** What bet builders on these matches are priced from. */
export type BuilderState = {
  models: ReadonlyMap<number, { model: unknown; version: number }>
  singles: ReadonlyMap<number, readonly SingleRow[]>
}

export async function readBuilderState(sql: Sql, fixtureIds: readonly number[]): Promise<BuilderState> {
  const [models, singles] = await Promise.all([selectModels(sql, fixtureIds), selectSingles(sql, fixtureIds)])
  return {
    models: new Map(models.map((one) => [one.fixtureId, one])),
    singles: Map.groupBy(singles, ({ fixtureId }) => fixtureId),
  }
}

/**
 * Prices the bet builders among these rows as their selections stand now: what stands in their own rows is the price of
 * the day they were made. One is locked as soon as one of its selections is.
 */
export async function priceBuilders<Row extends QuoteRow>(
  sql: Sql,
  rows: readonly Row[],
  { feedSilenceSeconds, ...rules }: Needs,
): Promise<(Row & BuilderQuote)[]> {
  const builders = rows.filter(isBuilder)
  const wanted = [...new Set(builders.flatMap(({ selections }) => selections ?? []))]
  const [quotes, state] = await Promise.all([
    readQuoteRows(sql, await readPlaces(sql, wanted), feedSilenceSeconds),
    readBuilderState(sql, [...new Set(builders.map(({ fixtureId }) => fixtureId))]),
  ])
  const quoteOf = new Map(quotes.map((quote) => [quote.outcomeId, quote]))
  return rows.map((row) => {
    if (!row.selections) return row
    const selected = row.selections.flatMap((id) => quoteOf.get(id) ?? [])
    const price = priceSelected(selected, state, rules)
    const isOpen = selected.length === row.selections.length && selected.every(isSelectable)
    return {
      ...row,
      selected: selected.map(selectionOf),
      marketStatus: isOpen ? ('open' as const) : ('suspended' as const),
      isOffered: price?.ok === true,
      priceVersion: state.models.get(row.fixtureId)?.version ?? row.priceVersion,
      ...(price?.ok ? { priceMilli: price.priceMilli, chance: price.chance } : {}),
    }
  })
}

/** The joint price of these selections of one match; none where that match is priced elsewhere. */
export function priceSelected(
  selected: readonly QuoteRow[],
  { models, singles }: BuilderState,
  rules: BuilderRules,
): BuilderPrice | undefined {
  const [first] = selected
  const model = first && models.get(first.fixtureId)?.model
  // Extra time and penalties are no part of what the grid decides.
  const isPlayed = first?.matchStatus === matchStatuses.notOpen || (first && isInPlay(first.matchStatus))
  if (!first || model === undefined || !isPlayed) return undefined
  const { sport, matchStatus, clockPeriod, minute, state, fixtureId } = first
  const clock = clockPeriod === null ? null : { period: clockPeriod, minute }
  const fixture = { sport, model, matchStatus, clock, state, runners: [] }
  return priceBuilder(fixture, selected.map(offeredOf), singles.get(fixtureId) ?? [], rules)
}

const selectionOf = ({
  outcomeId,
  marketType: type,
  period,
  lineQuarters,
  side,
  code,
}: QuoteRow): Selection => ({
  outcomeId,
  type,
  period,
  lineQuarters,
  side,
  code,
  won: null,
  refunded: null,
  parts: null,
  isSaid: false,
})

const offeredOf = ({ marketType, ...row }: QuoteRow): Offered => ({ ...row, type: marketType })

/** Whether its own market takes bets; whether the match does is asked of the builder. */
export const isSelectable = ({ marketStatus, isOffered }: QuoteRow): boolean =>
  marketStatus === 'open' && isOffered
