import {
  type CashOutLeg,
  chancesFromOdds,
  leastShares,
  type LegShares,
  marketType,
  type PricedBeside,
  type PriceMilli,
  refundBounds,
  type Resolution,
  returnFactor,
  priceFraction,
} from '@palpite/odds'
import { compare } from '@palpite/money/fraction'
import { placeChances } from '@palpite/odds/models'
import { isOpen, isWinner } from '../betting/quote-rules.ts'
import type { Quote, Quotes } from '../betting/read-quotes.ts'
import { fairShares, marginBpsOf, type PricedFixture } from '../catalogue/price-fixture.ts'
import type { SportsbookSettings } from '../settings.ts'
import { isInPlay } from '../sports/match-status.ts'
import { type MarketKey, refOf } from '../sports/adapter.ts'
import { sportOf } from '../sports/table.ts'
import type { PricedFromRow } from './queries.ts'

/**
 * Quotes of the outcomes of the bets and of the other outcomes of their markets, and the price models of their
 * matches.
 */
export type OfferState = { quotes: Quotes; pricedFrom: ReadonlyMap<number, PricedFromRow> }

type MarginRules = Pick<SportsbookSettings, 'marginShape' | 'marginsBps' | 'marketMarginsBps'>

/** The value of an open leg, as far as an offer needs it; undefined if unknown. */
export type LegValue = Pick<CashOutLeg, 'chance' | 'refundChance' | 'best'>

/**
 * The value of an open leg in the present state of its match: by the model that prices the match, which knows the
 * chances of half wins and refunds; without a model by prices alone, valued low.
 */
export function legValue(
  quote: Quote,
  price: PriceMilli,
  { state, rules }: { state: OfferState; rules: MarginRules },
): LegValue {
  // A bet builder has its chance from the score grid, and none of its selections refunds stakes.
  if (quote.selected) return { chance: quote.chance }
  const market = keyOf(quote)
  const fixture = fixtureOf(quote, state)
  const possible = possibleEnds(fixture, market, quote.code)
  const shares =
    byModel(quote, fixture) ?? byPrices(quote, { price: price / 1000, possible, quotes: state.quotes, rules })
  return shares ? { chance: shares.won, refundChance: shares.refunded, best: bestOf(possible, price) } : {}
}

/** Cached: many bets ask for the same outcomes, and one takes up to a millisecond. */
const MAX_ENDS = 10_000
const ends = new Map<string, readonly Resolution[]>()

function possibleEnds(
  { sport, matchStatus, clock, state, runners }: PricedFixture,
  market: MarketKey,
  code: string,
): readonly Resolution[] {
  const fixtureState = { matchStatus, clock, state, runners }
  const key = JSON.stringify([sport, fixtureState, market, code])
  const known = ends.get(key)
  if (known) return known
  const found = sportOf(sport).possible(market, code, fixtureState)
  if (ends.size >= MAX_ENDS) ends.clear()
  ends.set(key, found)
  return found
}

const keyOf = ({ marketType: type, period, lineQuarters, side }: Quote): MarketKey => ({
  type,
  period,
  lineQuarters,
  side,
})

const fixtureOf = (quote: Quote, { pricedFrom }: OfferState): PricedFixture => {
  const { sport, marketType: type, matchStatus, clockPeriod, minute, state, fixtureId } = quote
  const { model = null, runners = [] } = pricedFrom.get(fixtureId) ?? {}
  const clock = clockPeriod === null ? null : { period: clockPeriod, minute }
  return {
    sport: type.startsWith('outright.') ? 'outright' : sport,
    model,
    matchStatus,
    clock,
    state,
    runners,
  }
}

const bestOf = (possible: readonly Resolution[], price: PriceMilli): Resolution | undefined => {
  const factor = (one: Resolution) => returnFactor(one, priceFraction(price))
  return possible.toSorted((one, other) => compare(factor(other), factor(one)))[0]
}

/** How far a price may exceed the chance of the model and still count as priced by it. */
const NEAR = 1e-6

/** By the model, unless the market price is higher than the model makes it: then it is not priced by the model. */
function byModel(quote: Quote, fixture: PricedFixture): LegShares | undefined {
  const shares = fairShares(fixture, keyOf(quote), quote.code)
  if (!shares || isEachWay(quote)) return shares
  const { won, refunded } = shares
  const isPricedByIt = won <= (1 - refunded) * (1000 / quote.basePriceMilli) + NEAR
  return isPricedByIt ? shares : undefined
}

const isEachWay = ({ marketType: type }: Quote): boolean => type.endsWith('.each_way')

type ByPrices = { price: number; possible: readonly Resolution[]; quotes: Quotes; rules: MarginRules }

function byPrices(quote: Quote, { price, possible, quotes, rules }: ByPrices): LegShares | undefined {
  const markets = marketsOf(quotes, quote)
  const own = (markets.get(quote.marketId) ?? []).filter(({ isOffered }) => isOffered)
  const chance = isEachWay(quote)
    ? placeChance(quote, markets, rules)
    : chancesIn(own, rules)[own.findIndex(({ outcomeId }) => outcomeId === quote.outcomeId)]
  if (chance === undefined) return undefined
  const beside = [...markets.values()].flatMap(besideOf)
  const refunds = refundBounds(refOf(keyOf(quote)), beside)
  return leastShares({ price, chance, possible, refunds })
}

type Markets = ReadonlyMap<number, readonly Quote[]>

const kept = new WeakMap<Quotes, ReadonlyMap<number, Markets>>()

/** The markets of this match. Cached: every bet of a list asks for the same quotes. */
function marketsOf(quotes: Quotes, { fixtureId }: Quote): Markets {
  const known = kept.get(quotes) ?? groupByMatch(quotes)
  kept.set(quotes, known)
  return known.get(fixtureId) ?? new Map()
}

const groupByMatch = (quotes: Quotes): ReadonlyMap<number, Markets> =>
  new Map(
    [...Map.groupBy(quotes.values(), (quote) => quote.fixtureId)].map(([fixtureId, own]) => [
      fixtureId,
      Map.groupBy(own, ({ marketId }) => marketId),
    ]),
  )

/**
 * Current chance of each outcome, from the prices of its market without the effect of bets: a player who
 * shortens a price by betting must not be paid more for earlier bets. Outcomes no longer offered, such as
 * withdrawn runners, have none.
 */
function chancesIn(
  market: readonly Pick<Quote, 'marketType' | 'basePriceMilli' | 'matchStatus'>[],
  { marginShape: shape, ...rules }: MarginRules,
): readonly number[] {
  const odds = market.map(({ basePriceMilli: price }) => price / 1000)
  const [first] = market
  if (!first) return []
  const type = first.marketType
  const outcomes = marketType(type)?.outcomes.length ?? market.length
  const extra = isInPlay(first.matchStatus) ? rules.marginsBps.inPlayExtra : 0
  const fullBook = 1 + (marginBpsOf({ type, outcomes }, rules) + extra) / 10_000
  const winners = winnersOf(type, odds)
  return chancesFromOdds(odds, {
    shape,
    winners,
    ...(market.length < outcomes ? { fullBook: fullBook } : {}),
  })
}

/**
 * How many outcomes of a market win together. For places a whole number below the sum of chances: the margin is not
 * a place.
 */
function winnersOf(type: string, odds: readonly number[]): number {
  if (type === 'football.double_chance') return 2
  return type === 'racing.place' ? Math.max(1, Math.floor(odds.reduce((sum, one) => sum + 1 / one, 0))) : 1
}

/** Place chances are computed for at most this many runners. */
const MAX_RUNNERS = 40

/** The chance of an each-way place, whose price is a fraction of the win price: derived from the win chances. */
function placeChance(quote: Quote, markets: Markets, rules: MarginRules): number | undefined {
  const win = [...markets.values()].flat().filter((one) => isWinner(one) && one.isOffered)
  if (win.length < 2 || win.length > MAX_RUNNERS) return undefined
  const chances = chancesIn(win, rules)
  const whole = chances.reduce((sum, chance) => sum + chance, 0)
  const placed = placeChances(
    chances.map((chance) => chance / whole),
    (quote.lineQuarters ?? 4) / 4,
  )
  return placed[win.findIndex(({ code }) => code === quote.code)]
}

/** An open market of the match, with its prices. */
function besideOf(others: readonly Quote[]): PricedBeside[] {
  const [first] = others
  if (!first || !others.every(isOpen)) return []
  const outcomes = others.map(({ code, basePriceMilli: price }) => ({ outcome: code, odds: price / 1000 }))
  return [{ market: refOf(keyOf(first)), outcomes }]
}
