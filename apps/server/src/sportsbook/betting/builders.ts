import type { BuilderRefusal } from '@palpite/odds/football'
import type { Db, Sql } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { BuilderRules } from '../catalogue/price-builder.ts'
import { countMade, insertBuilder, lockMaker, selectBuilder, touchBuilder } from './builder-queries.ts'
import { isSelectable, priceSelected, readBuilderState } from './builder-quotes.ts'
import { readPlaces } from './outcome-places.ts'
import { readQuoteRows } from './quote-rows.ts'

export type BuilderPriceRefusal =
  | 'not_found'
  | 'bet_malformed'
  | 'market_closed'
  | 'builder_other_match'
  | 'builder_not_combinable'
  | 'builder_impossible'
  | 'builder_not_offered'

/** Selections of one match priced together. */
export type PricedBuilder = {
  fixtureId: number
  /** Ascending: what the builder is known by. */
  selections: readonly number[]
  priceMilli: number
}

type Needs = BuilderRules & { feedSilenceSeconds: number }

/**
 * The price of these selections together as their match stands, or which of them cannot be combined and why. Read
 * without a lock: placing prices anew.
 */
export async function readBuilder(
  sql: Sql,
  { feedSilenceSeconds, ...rules }: Needs,
  outcomeIds: readonly number[],
): Promise<Result<PricedBuilder, BuilderPriceRefusal>> {
  if (new Set(outcomeIds).size < outcomeIds.length) return refuse('bet_malformed')
  const rows = await readQuoteRows(sql, await readPlaces(sql, outcomeIds), feedSilenceSeconds)
  const quotes = new Map(rows.map((quote) => [quote.outcomeId, quote]))
  // In the order asked: of two that contradict each other the later one is named.
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

/** Of one match, had made by one player: far more than anybody bets on, and few enough to be priced with every goal. */
const MAX_MADE = 100

type Asked = { playerId: number; outcomeIds: readonly number[] }

/**
 * The outcome that stands for these selections together, made where nobody has asked for it before. From then on it is
 * an outcome like others: locked, priced, settled and counted as they are; cleared away where nobody bets on it.
 */
export async function findBuilder(
  db: Db,
  needs: Needs,
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
