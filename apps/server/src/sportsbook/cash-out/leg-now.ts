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
import { isOpen, isWinner, type Quote, type Quotes } from '../betting/index.ts'
import { fairShares, marginBpsOf, type PricedFixture } from '../pricing/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import { isInPlay, type MarketKey, refOf, sportOf } from '../sports/index.ts'
import type { PricedFromRow } from './queries.ts'

/** The outcomes that bets are on and those beside them, and what their matches are priced from. */
export type OfferState = { quotes: Quotes; pricedFrom: ReadonlyMap<number, PricedFromRow> }

type MarginRules = Pick<SportsbookSettings, 'marginShape' | 'marginsBps' | 'marketMarginsBps'>

/** What the house thinks of an open leg, as far as an offer needs it; nothing where it cannot tell. */
export type LegNow = Pick<CashOutLeg, 'chance' | 'refundChance' | 'best'>

/**
 * What an open leg is worth as its match stands: by the model that prices the match, which knows how often a stake is
 * half won or given back; without one by the prices alone, counted low.
 */
export function legNow(
  quote: Quote,
  price: PriceMilli,
  { state, rules }: { state: OfferState; rules: MarginRules },
): LegNow {
  // A bet builder has its chance from the grid, and no selection of it gives stakes back.
  if (quote.selected) return { chance: quote.chance }
  const market = keyOf(quote)
  const fixture = fixtureOf(quote, state)
  const possible = possibleEnds(fixture, market, quote.code)
  const shares =
    byModel(quote, fixture) ?? byPrices(quote, { price: price / 1000, possible, quotes: state.quotes, rules })
  return shares ? { chance: shares.won, refundChance: shares.refunded, best: bestOf(possible, price) } : {}
}

/** The same outcomes of the same matches are asked for by many bets, and one takes up to a millisecond. */
const MAX_ENDS = 10_000
const ends = new Map<string, readonly Resolution[]>()

function possibleEnds(
  { sport, matchStatus, clock, state, runners }: PricedFixture,
  market: MarketKey,
  code: string,
): readonly Resolution[] {
  const standing = { matchStatus, clock, state, runners }
  const key = JSON.stringify([sport, standing, market, code])
  const known = ends.get(key)
  if (known) return known
  const found = sportOf(sport).possible(market, code, standing)
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

/** A price may be this much above the model's chance and still be the model's. */
const NEAR = 1e-6

/** By the model, unless the market's price is higher than what the model makes of it: then it is not priced by it. */
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
  const markets = marketsOf(quotes)
  const own = (markets.get(quote.marketId) ?? []).filter(({ isOffered }) => isOffered)
  const chance = isEachWay(quote)
    ? placeChance(quote, markets, rules)
    : chancesIn(own, rules)[own.findIndex(({ outcomeId }) => outcomeId === quote.outcomeId)]
  if (chance === undefined) return undefined
  const beside = [...markets.values()].flatMap((others) => besideOf(quote, others))
  const refunds = refundBounds(refOf(keyOf(quote)), beside)
  return leastShares({ price, chance, possible, refunds })
}

const kept = new WeakMap<Quotes, ReadonlyMap<number, readonly Quote[]>>()

/** The same quotes are asked for every bet of a list. */
function marketsOf(quotes: Quotes): ReadonlyMap<number, readonly Quote[]> {
  const known = kept.get(quotes) ?? Map.groupBy([...quotes.values()], ({ marketId }) => marketId)
  kept.set(quotes, known)
  return known
}

/**
 * The chance of each outcome now, from the prices of its market as they are without what was bet on it: who makes a price
 * shorter by betting must not be paid more for what was bet before. Outcomes that are offered no more, as runners that
 * were withdrawn, have none.
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

/** How many outcomes of a market win together. Of places as many whole ones as the book holds: its margin is no place. */
function winnersOf(type: string, odds: readonly number[]): number {
  if (type === 'football.double_chance') return 2
  return type === 'racing.place' ? Math.max(1, Math.floor(odds.reduce((sum, one) => sum + 1 / one, 0))) : 1
}

/** Chances of places are worked out for so many runners at most. */
const MAX_RUNNERS = 40

/** Of a place each way, whose price is a fraction of the winner's: the chance that follows from those to win. */
function placeChance(
  quote: Quote,
  markets: ReadonlyMap<number, readonly Quote[]>,
  rules: MarginRules,
): number | undefined {
  const win = [...markets.values()]
    .flat()
    .filter((one) => one.fixtureId === quote.fixtureId && isWinner(one) && one.isOffered)
  if (win.length < 2 || win.length > MAX_RUNNERS) return undefined
  const chances = chancesIn(win, rules)
  const whole = chances.reduce((sum, chance) => sum + chance, 0)
  const placed = placeChances(
    chances.map((chance) => chance / whole),
    (quote.lineQuarters ?? 4) / 4,
  )
  return placed[win.findIndex(({ code }) => code === quote.code)]
}

/** Another open market of the same match, with its prices. */
function besideOf(quote: Quote, others: readonly Quote[]): PricedBeside[] {
  const [first] = others
  if (!first || first.fixtureId !== quote.fixtureId || !others.every(isOpen)) return []
  const outcomes = others.map(({ code, basePriceMilli: price }) => ({ outcome: code, odds: price / 1000 }))
  return [{ market: refOf(keyOf(first)), outcomes }]
}
