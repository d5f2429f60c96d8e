import type { BuilderRefusal } from '@palpite/odds/football'
import type { Sql } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { BuilderRules } from '../pricing/index.ts'
import { insertBuilder, selectBuilder } from './builder-queries.ts'
import { isSelectable, priceSelected, readBuilderState } from './builder-quotes.ts'
import { selectQuotes } from './queries.ts'

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
  const quotes = new Map(
    (await selectQuotes(sql, outcomeIds, feedSilenceSeconds)).map((quote) => [quote.outcomeId, quote]),
  )
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

/**
 * The outcome that stands for these selections together, made where nobody has bet on them before. From then on it is
 * an outcome like others: locked, priced, settled and counted as they are.
 */
export async function findBuilder(
  sql: Sql,
  needs: Needs,
  outcomeIds: readonly number[],
): Promise<Result<number, BuilderPriceRefusal>> {
  const selections = outcomeIds.toSorted((one, another) => one - another)
  const known = await selectBuilder(sql, selections)
  if (known[0]) return ok(known[0].outcomeId)
  const priced = await readBuilder(sql, needs, outcomeIds)
  if (!priced.ok) return priced
  await insertBuilder(sql, priced.value)
  const [made] = await selectBuilder(sql, selections)
  return made ? ok(made.outcomeId) : refuse('not_found')
}
