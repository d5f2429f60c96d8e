import type { BuilderRefusal, BuilderPrice } from '@palpite/odds/football'
import type { Db, Sql } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { type BuilderRules, type Offered, priceBuilder } from '../catalogue/price-fixture.ts'
import {
  countMade,
  insertBuilder,
  lockMaker,
  selectBuilder,
  touchBuilder,
  selectModels,
  selectSingles,
  type SingleRow,
  deleteUnused,
  keepUsed,
  selectAskedLongAgo,
} from './builder-queries.ts'
import { readPlaces, readQuoteRows, type QuoteRow } from './quote-rows.ts'
import { isInPlay, matchStatuses } from '../sports/match-status.ts'
import type { Selection } from '../sports/adapter.ts'
import { lockFixturesExclusive } from './queries.ts'

export type BuilderPriceRefusal =
  | 'not_found'
  | 'bet_malformed'
  | 'market_closed'
  | 'builder_other_match'
  | 'builder_not_combinable'
  | 'builder_impossible'
  | 'builder_not_offered'

/** Selections of one match priced together. */
type PricedBuilder = {
  fixtureId: number
  /** Ascending: the builder's key. */
  selections: readonly number[]
  priceMilli: number
}

type BuilderNeeds = BuilderRules & { feedSilenceSeconds: number }

/**
 * The joint price of these selections in the current match state, or which of them cannot be combined and why. Read
 * without a lock: placing prices again.
 */
export async function readBuilder(
  sql: Sql,
  { feedSilenceSeconds, ...rules }: BuilderNeeds,
  outcomeIds: readonly number[],
): Promise<Result<PricedBuilder, BuilderPriceRefusal>> {
  if (new Set(outcomeIds).size < outcomeIds.length) return refuse('bet_malformed')
  const rows = await readQuoteRows(sql, await readPlaces(sql, outcomeIds), feedSilenceSeconds)
  const quotes = new Map(rows.map((quote) => [quote.outcomeId, quote]))
  // In the requested order: of two contradicting selections the later one is named.
  const selected = outcomeIds.flatMap((id) => quotes.get(id) ?? [])
  const [first] = selected
  if (!first || selected.length < outcomeIds.length) return refuse('not_found')
  const legOf = (place: number | undefined) =>
    place === undefined ? {} : { detail: { outcomeId: String(outcomeIds[place]) } }
  const other = selected.findIndex(({ fixtureId }) => fixtureId !== first.fixtureId)
  if (other >= 0) return refuse('builder_other_match', legOf(other))
  const closed = selected.findIndex((quote) => !isSelectable(quote))
  if (closed >= 0) return refuse('market_closed', legOf(closed))
  const price = priceSelected(selected, await readBuilderState(sql, [first.fixtureId]), rules)
  if (!price) return refuse('builder_not_offered')
  if (!price.ok) return refuse(CODES[price.reason], legOf(price.place))
  const selections = outcomeIds.toSorted((one, another) => one - another)
  return ok({ fixtureId: first.fixtureId, selections, priceMilli: price.priceMilli })
}

const CODES = {
  too_few_legs: 'bet_malformed',
  too_many_legs: 'bet_malformed',
  leg_repeated: 'bet_malformed',
  market_not_combinable: 'builder_not_combinable',
  legs_contradict: 'builder_impossible',
  no_price: 'builder_not_offered',
} as const satisfies Record<BuilderRefusal, BuilderPriceRefusal>

/**
 * Builders of one match created by one player: far more than anybody bets on, and few enough to reprice with every
 * goal.
 */
const MAX_MADE = 100

type Asked = { playerId: number; outcomeIds: readonly number[] }

/**
 * The outcome that represents these selections together, created at the first request. From then on it is locked,
 * priced, settled and counted like any other outcome; without bets it is deleted later.
 */
export async function findBuilder(
  db: Db,
  needs: BuilderNeeds,
  { playerId, outcomeIds }: Asked,
): Promise<Result<number, BuilderPriceRefusal | 'too_many_requests'>> {
  const selections = outcomeIds.toSorted((one, another) => one - another)
  const [known] = await selectBuilder(db, selections)
  if (known) {
    if (known.isLongAgo) await touchBuilder(db, known.marketId)
    return ok(known.outcomeId)
  }
  const priced = await readBuilder(db, needs, outcomeIds)
  if (!priced.ok) return priced
  return db.begin(async (tx) => {
    await lockMaker(tx, playerId)
    const made = await countMade(tx, priced.value.fixtureId, playerId)
    if (made >= MAX_MADE) return refuse('too_many_requests')
    await insertBuilder(tx, { ...priced.value, playerId })
    const [found] = await selectBuilder(tx, selections)
    return found ? ok(found.outcomeId) : refuse('not_found')
  })
}

export const isBuilder = ({ selections }: QuoteRow): boolean => selections !== null

/** The additional fields of a builder's quote: its selections, and the chance that all win. */
export type BuilderQuote = { selected?: Selection[]; chance?: number }

/** The pricing data of bet builders on these matches. */
type BuilderState = {
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
 * Prices the bet builders among these rows by the current state of their selections, because their own rows hold the
 * price at creation. A builder is suspended as soon as one of its selections is.
 */
export async function priceBuilders<Row extends QuoteRow>(
  sql: Sql,
  rows: readonly Row[],
  { feedSilenceSeconds, ...rules }: BuilderNeeds,
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

/** The joint price of these selections of one match; undefined if the match is priced externally. */
export function priceSelected(
  selected: readonly QuoteRow[],
  { models, singles }: BuilderState,
  rules: BuilderRules,
): BuilderPrice | undefined {
  const [first] = selected
  const model = first && models.get(first.fixtureId)?.model
  // The score grid does not cover extra time and penalties.
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

/** Whether its own market is open; the match is checked on the builder. */
const isSelectable = ({ marketStatus, isOffered }: QuoteRow): boolean => marketStatus === 'open' && isOffered

/** How long a quoted bet builder is kept for its player to bet on, including the live delay. */
const UNUSED_MINUTES = 60
/** Checked in one transaction. */
const MAX_AT_ONCE = 500

/**
 * Deletes quoted bet builders without bets; those with bets are kept for good and not checked again. Bets on their
 * matches wait meanwhile, because a leg has no foreign key to its outcome. Returns the number deleted.
 */
export async function clearBuilders(db: Db): Promise<number> {
  const old = await selectAskedLongAgo(db, UNUSED_MINUTES, MAX_AT_ONCE)
  if (old.length === 0) return 0
  const marketIds = old.map(({ marketId }) => marketId)
  return db.begin(async (tx) => {
    await lockFixturesExclusive(
      tx,
      old.map(({ outcomeId }) => outcomeId),
    )
    await keepUsed(tx, marketIds)
    return (await deleteUnused(tx, marketIds, UNUSED_MINUTES)).length
  })
}
