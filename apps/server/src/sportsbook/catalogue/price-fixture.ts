import type { SportState } from '@palpite/contract'
import { placePrice, priceFraction, priceMilli, rungBelow, type LegShares } from '@palpite/odds'
import { pricedMarket } from '@palpite/odds/models'
import {
  type Depth,
  type EachWay,
  type FairMarket,
  type SportAdapter,
  type FixtureState,
  type Offer,
  type MarketKey,
  refOf,
  marketKey,
} from '../sports/adapter.ts'
import { isInPlay } from '../sports/match-status.ts'
import { sportOf } from '../sports/table.ts'
import type { SportsbookSettings } from '../settings.ts'
import { builderPrice, type BuilderPrice, type OfferedSingle } from '@palpite/odds/football'

/** A fixture to price: its model, and its state. */
export type PricedFixture = FixtureState & { sport: string; model: unknown }

type Rules = Pick<SportsbookSettings, 'marginsBps' | 'marketMarginsBps' | 'marginShape' | 'maxLines'>

/** The markets to offer on a fixture in its current state, with the house's margins. */
export function priceFixture(
  { sport, model, ...fixtureState }: PricedFixture,
  rules: Rules,
  depth: Depth = 'all',
): Offer[] {
  const adapter: SportAdapter<unknown, SportState> = sportOf(sport)
  const fair = adapter.fair(model, fixtureState, depth)
  const { match, ahead, part } = rules.maxLines
  const kept = mostEvenLines(adapter, fair, {
    match: adapter.hasMore && depth === 'main' ? ahead : match,
    part,
  })
  const extra = isInPlay(fixtureState.matchStatus) ? rules.marginsBps.inPlayExtra : 0
  const offers = offerMarkets(kept, rules, extra)
  const eachWay = adapter.placeTerms?.(model, fixtureState)
  return eachWay ? [...offers, ...eachWayOffers(offers, kept, eachWay)] : offers
}

const WIN = /\.(?:win|winner)$/
const QUARTERS_A_PLACE = 4

/**
 * Maximum value of both halves of an each-way bet, for the two units that they cost, and of the place half: over several events
 * halves multiply apart, so neither may be worth more than it costs.
 */
export const EACH_WAY_WORTH = { both: 1.95, place: 1 } as const

/**
 * The place prices of an each-way bet: a fraction of the win price, in the market of this many places. Omits a runner
 * whose place is worth more than that fraction, or with the win half more than both cost.
 */
function eachWayOffers(
  offers: readonly Offer[],
  fair: readonly FairMarket[],
  { terms, chances, errors }: EachWay,
): Offer[] {
  const win = offers.find(({ type }) => WIN.test(type))
  const shares = fair.find(({ market }) => market.type === win?.type)?.outcomes
  if (!win || !shares) return []
  const outcomes = win.outcomes.flatMap(({ code, priceMilli: price }) => {
    const { n, d } = placePrice(priceFraction(priceMilli(price)), terms)
    const place = Number((n * 1000n) / d)
    const { chance = 1, error = 0 } = shares.find(({ outcome }) => outcome === code) ?? {}
    const placed = (chances.get(code) ?? 1) + (errors?.get(code) ?? 0)
    const placeWorth = (placed * place) / 1000
    const worth = ((chance + error) * price) / 1000 + placeWorth
    return place > 1000 && placeWorth <= EACH_WAY_WORTH.place && worth <= EACH_WAY_WORTH.both
      ? [{ code, priceMilli: place }]
      : []
  })
  if (outcomes.length === 0) return []
  const lineQuarters = terms.places * QUARTERS_A_PLACE
  return [{ ...win, type: win.type.replace(WIN, '.each_way'), lineQuarters, outcomes }]
}

/** Offers markets with known chances: each with its margin, higher in play. */
export const offerMarkets = (
  markets: readonly FairMarket[],
  rules: Pick<Rules, 'marginsBps' | 'marketMarginsBps' | 'marginShape'>,
  extraBps = 0,
): Offer[] =>
  markets.flatMap((one) => {
    const marginBps = marginBpsOf({ type: one.market.type, outcomes: one.outcomes.length }, rules)
    return offerOf(one, marginBps + extraBps, rules.marginShape)
  })

/**
 * The margin of a market with this many outcomes before its match starts: its own if set by an operator, else that of
 * its kind.
 */
export function marginBpsOf(
  { type, outcomes }: { type: string; outcomes: number },
  { marginsBps, marketMarginsBps }: Pick<Rules, 'marginsBps' | 'marketMarginsBps'>,
): number {
  const own = marketMarginsBps[type]
  if (own !== undefined) return own
  if (outcomes === 2) return marginsBps.totals
  return outcomes === 3 ? marginsBps.matchResult : marginsBps.scores
}

/** The lines closest to even chances: more for a main market than for one on a part or a side. */
function mostEvenLines(
  { main }: SportAdapter,
  markets: readonly FairMarket[],
  max: { readonly match: number; readonly part: number },
): FairMarket[] {
  const unevenness = ({ outcomes }: FairMarket) => Math.abs((outcomes[0]?.chance ?? 0) - 0.5)
  const groups = new Map<string, FairMarket[]>()
  for (const market of markets) {
    const { type, period, side, lineQuarters } = market.market
    const key = lineQuarters === undefined ? `${type}/${period}` : `${type}/${period}/${side ?? ''}/line`
    groups.set(key, [...(groups.get(key) ?? []), market])
  }
  return [...groups.values()].flatMap((own) => {
    const first = own[0]?.market
    if (own.length === 1 || first?.lineQuarters === undefined) return own
    const isMain = main.some(({ type, period }) => type === first.type && period === first.period)
    return own
      .toSorted((one, other) => unevenness(one) - unevenness(other))
      .slice(0, isMain ? max.match : max.part)
  })
}

/** A market with this few outcomes is offered whole or not at all: without one of them it is practically decided. */
const WHOLE = 3

/**
 * The market with its margin; none if it is practically decided: too few outcomes have a price above 1.00.
 */
function offerOf(
  { market, outcomes }: FairMarket,
  marginBps: number,
  shape: SportsbookSettings['marginShape'],
): Offer[] {
  const winners = Math.round(outcomes.reduce((sum, { chance }) => sum + chance, 0))
  const book = pricedMarket(
    market,
    outcomes.map(({ outcome, chance }) => [outcome, chance] as const),
    { marginBps, shape },
    winners,
  )
  const errors = new Map(outcomes.map(({ outcome, chance, error = 0 }) => [outcome, error / chance]))
  const priced = book.outcomes.flatMap(({ outcome, priceMilli: price }) => {
    const priceMilli = price === undefined ? undefined : shortened(price, errors.get(outcome) ?? 0)
    return priceMilli === undefined ? [] : [{ code: outcome, priceMilli }]
  })
  if (priced.length < Math.min(outcomes.length, WHOLE) || priced.length < 2) return []
  if (outcomes.length <= WHOLE && priced.length < outcomes.length) return []
  const { type, period, lineQuarters = null, side = null } = market
  return [{ type, period, lineQuarters, side, outcomes: priced }]
}

/** The price if the chance is larger by this share of itself; undefined if no price is left. */
const shortened = (price: number, share: number): number | undefined =>
  share > 0 ? rungBelow(price / 1000 / (1 + share)) : price

export type BuilderRules = Pick<SportsbookSettings, 'builderMarginBps' | 'marginsBps'>

/** A selection of a bet builder, or an outcome offered by itself. */
export type Offered = MarketKey & { code: string; priceMilli: number }

/**
 * The price of a bet builder in the current match state, from the score grids that price its singles; undefined for
 * an externally priced match.
 */
export function priceBuilder(
  fixture: PricedFixture,
  selections: readonly Offered[],
  singles: readonly Offered[],
  { builderMarginBps, marginsBps }: BuilderRules,
): BuilderPrice | undefined {
  const grids = gridsOf(fixture)
  if (!grids) return undefined
  const extra = isInPlay(fixture.matchStatus) ? marginsBps.inPlayExtra : 0
  return builderPrice(selections.map(toSingle), grids, {
    marginBps: builderMarginBps + extra,
    singles: singles.map(toSingle),
  })
}

type Grids = ReturnType<NonNullable<SportAdapter<unknown, SportState>['jointGrids']>>

/** A tenth of a megabyte each: the matches on which builders are priced in the same minute. */
const MAX_GRIDS = 64
const keptGrids = new Map<string, Grids>()

/**
 * The score grids of a match in its current state. Bets are decided under the match's lock, and computing one on its
 * halves takes about twenty milliseconds, five times as long as from cached grids.
 */
function gridsOf({ sport, model, ...fixtureState }: PricedFixture): Grids {
  if (model === null) return undefined
  const adapter: SportAdapter<unknown, SportState> = sportOf(sport)
  return keptOr(keptGrids, MAX_GRIDS, JSON.stringify([sport, model, fixtureState]), () =>
    adapter.jointGrids?.(adapter.models.parse(model), fixtureState),
  )
}

/** The cached value of this key, or a new one; evicts the least recently used. */
function keptOr<Value>(kept: Map<string, Value>, max: number, key: string, workOut: () => Value): Value {
  const value = kept.has(key) ? (kept.get(key) as Value) : workOut()
  kept.delete(key)
  kept.set(key, value)
  if (kept.size > max) kept.delete(kept.keys().next().value ?? '')
  return value
}

const toSingle = ({ code, priceMilli, ...market }: Offered): OfferedSingle => ({
  market: refOf(market),
  outcome: code,
  priceMilli,
})

/** The fair values of a fixture in its current state: its markets by key, and the places of an each-way bet. */
type Fair = { markets: ReadonlyMap<string, FairMarket>; eachWay: EachWay | undefined }

/**
 * As many matches as have cash-outs in the same minute. A value takes 7 to 35 ms to compute, and some hundred
 * kilobytes.
 */
const MAX_FAIR = 128
const keptFair = new Map<string, Fair>()

/**
 * The share of a stake on an outcome that is won on average and the share refunded, by its match's model. Undefined
 * without a model, or if the model does not price this market in the current state.
 */
export function fairShares(fixture: PricedFixture, market: MarketKey, code: string): LegShares | undefined {
  if (fixture.model === null || fixture.model === undefined) return undefined
  const { markets, eachWay } = fairOf(fixture)
  if (market.type.endsWith('.each_way')) {
    const isSame = eachWay && eachWay.terms.places * QUARTERS_A_PLACE === market.lineQuarters
    const placed = isSame ? eachWay.chances.get(code) : undefined
    const error = eachWay?.errors?.get(code) ?? 0
    return placed === undefined ? undefined : { won: Math.max(0, placed - error), refunded: 0 }
  }
  const { outcomes = [], refunded = 0 } = markets.get(marketKey(market)) ?? {}
  const found = outcomes.find(({ outcome }) => outcome === code)
  // A chance counted in simulations pays a cash-out as little as it may be worth.
  return found && { won: Math.max(0, found.chance - (found.error ?? 0)) * (1 - refunded), refunded }
}

const fairOf = ({ sport, model, ...fixtureState }: PricedFixture): Fair =>
  keptOr(keptFair, MAX_FAIR, JSON.stringify([sport, model, fixtureState]), () =>
    workOut({ sport, model, ...fixtureState }),
  )

function workOut({ sport, model, ...fixtureState }: PricedFixture): Fair {
  const adapter: SportAdapter<unknown, SportState> = sportOf(sport)
  const read = adapter.models.parse(model)
  const markets = adapter.fair(read, fixtureState, 'all').map((one) => {
    const { type, period, lineQuarters = null, side = null } = one.market
    return [marketKey({ type, period, lineQuarters, side }), one] as const
  })
  return { markets: new Map(markets), eachWay: adapter.placeTerms?.(read, fixtureState) }
}
