import { env } from 'node:process'
import { cents } from '@palpite/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyMargin } from '../margin/apply-margin.ts'
import { checkMarket } from '../markets/check-market.ts'
import type { MarketRef, MarketType } from '../markets/market-type.ts'
import { possibleResolutions } from '../markets/possible.ts'
import { resolveOutcome } from '../markets/resolve.ts'
import type { CountKey, MatchState, Period } from '../markets/state.ts'
import { MARKET_TYPES } from '../markets/table.ts'
import { priceMilli } from '../price.ts'
import { LOST, VOID, WON, type Resolution } from '../resolution.ts'
import { resolveRunner } from '../racing/race.ts'
import { SPORTS, type Sport } from '../sports.ts'
import { cashOutOffer, type CashOutLeg } from './cash-out.ts'
import { chancesFromOdds, leastShares, type LegShares, type PricedBeside, refundBounds } from './leg-worth.ts'
import { type Node, rollsOf, RUNNERS, SCRIPTS, treeOf } from './match-trees.ts'
import { singleReturn } from './single.ts'

// A market's value at a tree node is known exactly, and the best moment to sell is computed backwards from the leaves.

/** Some markets of a type: each period with a few lines around plausible counts. */
const marketsOf = (type: MarketType, end: MatchState): MarketRef[] =>
  (Object.keys(type.periods) as Period[]).flatMap((period) => {
    const count = end.counts[`${type.stat}.${period}` as CountKey]
    if (!count && period !== 'all') return []
    const { home, away } = count ?? { home: 0, away: 0 }
    const middle = type.outcomes.includes('over') ? (type.needsSide ? home : home + away) : away - home
    const lines = type.line ? [-3, -2, 0].map((step) => middle * 4 + step) : [undefined]
    return lines
      .map((line): MarketRef => ({
        type: type.id,
        period,
        ...(line === undefined ? {} : { lineQuarters: line === 0 ? 0 : line }),
        ...(type.needsSide ? { side: 'home' } : {}),
      }))
      .filter((ref) => checkMarket(ref) === undefined)
  })

const MARGIN_BPS = 450
const STAKE = cents(10_000)

type Bet = {
  readonly market: MarketRef
  readonly outcomes: readonly string[]
  readonly at: number
  readonly price: number
}

type On = Pick<Bet, 'market' | 'outcomes'>

/** A market its match did not reach is refunded. */
const resolved = ({ market, outcomes }: On, { state }: Node): Resolution[] =>
  outcomes.map((outcome) =>
    state.finish
      ? resolveRunner(state.finish, outcome, placesOf(market))
      : (resolveOutcome(market, outcome, state) ?? VOID),
  )

const isRace = ({ type }: MarketRef): boolean => type.startsWith('racing.')

/** Two are placed. */
const placesOf = ({ type }: MarketRef): number => (type === 'racing.place' ? 2 : 1)

const possibleOf = ({ market, outcomes, at }: Bet, { state }: Node): readonly Resolution[] =>
  isRace(market) ? [WON, LOST] : possibleResolutions(market, outcomes[at] ?? '', state)

/** Cached values of a tree by market. */
type Kept = Map<string, Map<Node, LegShares[]>>

const sharesAt = (of: On, node: Node, all: Kept): LegShares[] => {
  const key = JSON.stringify(of.market)
  const kept = all.get(key) ?? new Map<Node, LegShares[]>()
  all.set(key, kept)
  const known = kept.get(node)
  if (known) return known
  const found =
    node.next.length === 0
      ? resolved(of, node).map(({ won, refunded, of: parts }) => ({
          won: won / parts,
          refunded: refunded / parts,
        }))
      : of.outcomes.map((_, at) =>
          node.next.reduce(
            (sum, next, way) => {
              const { won = 0, refunded = 0 } = sharesAt(of, next, all)[at] ?? {}
              const chance = node.chances[way] ?? 0
              return { won: sum.won + chance * won, refunded: sum.refunded + chance * refunded }
            },
            { won: 0, refunded: 0 },
          ),
        )
  kept.set(node, found)
  return found
}

/** A market's prices at a node, with margin by power, to the thousandth: ladder steps would hide an error. */
const pricesAt = (on: On, shares: readonly LegShares[]): (number | undefined)[] => {
  const decided = shares.map(({ won, refunded }) => (refunded < 1 ? won / (1 - refunded) : 0))
  const whole = decided.reduce((sum, chance) => sum + chance, 0)
  const winners = winnersOf(on)
  if (decided.filter((chance) => chance > 1e-9).length < 2) return on.outcomes.map(() => undefined)
  const book = applyMargin(
    decided.map((chance) => chance / whole),
    MARGIN_BPS,
  )
  return book.map((implied) => {
    const price = Math.floor(1000 / (implied * winners))
    return implied > 0 && price > 1000 ? price : undefined
  })
}

/** Two outcomes of a double chance win. */
const winnersOf = ({ market }: On): number =>
  market.type === 'football.double_chance' ? 2 : placesOf(market)

type Valuation = (bet: Bet, node: Node, kept: Kept) => CashOutLeg | undefined

const legOf = ({ price }: Bet, { won, refunded }: LegShares): CashOutLeg => ({
  priceMilli: priceMilli(price),
  chance: won,
  refundChance: refunded,
})

/** With a model the shares are known. */
const byModel: Valuation = (bet, node, kept) => ({
  ...legOf(bet, sharesAt(bet, node, kept)[bet.at] ?? { won: 0, refunded: 0 }),
  best: bestOf(bet, possibleOf(bet, node)),
})

const bestOf = ({ price }: Bet, possible: readonly Resolution[]): Resolution =>
  possible.reduce(
    (best, one) => (worthOf(one, price) > worthOf(best, price) ? one : best),
    possible[0] ?? LOST,
  )

const worthOf = ({ won, refunded, of }: Resolution, price: number) => (won * price + refunded * 1000) / of

/** Markets that bound this one's refunds, with their prices. */
const besideAt = ({ market }: On, node: Node, kept: Kept): PricedBeside[] => {
  const line = market.lineQuarters
  const result = `${market.type.split('.')[0]}.1x2`
  const refs: MarketRef[] =
    line === undefined
      ? [{ type: result, period: market.period === 'all' ? 'full' : market.period }]
      : [-3, -2, -1, 1, 2, 3]
          .map((step) => ({ ...market, lineQuarters: line + step }))
          .filter(({ lineQuarters }) => Math.abs(lineQuarters % 4) === 2)
  return refs
    .filter((ref) => checkMarket(ref) === undefined)
    .map((ref) => {
      const outcomes = MARKET_TYPES.find(({ id }) => id === ref.type)?.outcomes ?? []
      const prices = pricesAt({ market: ref, outcomes }, sharesAt({ market: ref, outcomes }, node, kept))
      return {
        market: ref,
        outcomes: outcomes.flatMap((outcome, at) =>
          prices[at] === undefined ? [] : [{ outcome, odds: (prices[at] ?? 0) / 1000 }],
        ),
      }
    })
}

/** With prices only. */
const byPrices: Valuation = (bet, node, kept) => {
  const prices = pricesAt(bet, sharesAt(bet, node, kept))
  const own = prices[bet.at]
  if (own === undefined) return undefined
  const open = prices.flatMap((price) => (price === undefined ? [] : [price / 1000]))
  const winners = winnersOf(bet)
  const chances = chancesFromOdds(open, { shape: 'power', winners, fullBook: 1 + MARGIN_BPS / 10_000 })
  const chance = chances[prices.slice(0, bet.at).filter((price) => price !== undefined).length] ?? 0
  const possible = possibleOf(bet, node)
  const refunds = refundBounds(bet.market, besideAt(bet, node, kept))
  return {
    ...legOf(bet, leastShares({ price: bet.price / 1000, chance, possible, refunds })),
    best: bestOf(bet, possible),
  }
}

/** A bet's value for a player who sells at the best moment, without reduction; and its best return. */
const stopAt = (bet: Bet, node: Node, value: Valuation, kept: Kept): { worth: number; most: number } => {
  if (node.next.length === 0) {
    const paid = singleReturn(STAKE, priceMilli(bet.price), resolved(bet, node)[bet.at] ?? LOST)
    return { worth: paid, most: paid }
  }
  const later = node.next.map((next) => stopAt(bet, next, value, kept))
  const waiting = later.reduce((sum, { worth }, way) => sum + worth * (node.chances[way] ?? 0), 0)
  const most = Math.max(...later.map((one) => one.most))
  const leg = value(bet, node, kept)
  const offer = leg && cashOutOffer({ unitStakeCents: STAKE, folds: [1], legs: [leg] }, 0)
  const offerCents = offer?.ok ? offer.value.offerCents : 0
  if (offerCents > most)
    throw new Error(`${offerCents} is offered for what returns ${most}: ${JSON.stringify([bet, node.state])}`)
  return { worth: Math.max(waiting, offerCents), most }
}

const leafOf = (node: Node): Node => (node.next[0] ? leafOf(node.next.at(-1) ?? node.next[0]) : node)

/** All markets of a sport. */
const betsOn = (sport: Sport, root: Node): On[] =>
  sport === 'racing'
    ? ['racing.win', 'racing.place'].map((type) => ({ market: { type, period: 'full' }, outcomes: RUNNERS }))
    : MARKET_TYPES.filter((one) => one.sport === sport).flatMap((type) =>
        marketsOf(type, leafOf(root).state).map((market) => ({ market, outcomes: type.outcomes })),
      )

describe('selling at the best moment', () => {
  test.each(SPORTS)(
    'gains nothing on any market of %s, and no offer is above what the bet can still return',
    (sport) => {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const root = treeOf(SCRIPTS[sport], rollsOf(seed))
          const kept: Kept = new Map()
          for (const on of betsOn(sport, root)) {
            for (const [at, price] of pricesAt(on, sharesAt(on, root, kept)).entries()) {
              if (price === undefined) continue
              for (const value of [byModel, byPrices]) {
                const { worth } = stopAt({ ...on, at, price }, root, value, kept)
                const name = `${JSON.stringify(on.market)} ${on.outcomes[at]}`
                expect({ name, worth: Math.max(worth, STAKE) }).toEqual({ name, worth: STAKE })
              }
            }
          }
        }),
        { numRuns: Number(env['TREES'] ?? 1) },
      )
    },
    600_000,
  )

  test('detects the error of valuing a half win as a whole one', () => {
    const root = treeOf(SCRIPTS.football, rollsOf(7))
    const asWhole: Valuation = (bet, node, kept) => {
      const { won, refunded } = sharesAt(bet, node, kept)[bet.at] ?? { won: 0, refunded: 0 }
      return legOf(bet, { won: refunded < 1 ? won / (1 - refunded) : 0, refunded: 0 })
    }
    const market = { type: 'football.total', period: 'full', lineQuarters: 9 } as const
    const of = { market, outcomes: ['over', 'under'] }
    const kept: Kept = new Map()
    const [, price = 0] = pricesAt(of, sharesAt(of, root, kept))
    expect(() => stopAt({ ...of, at: 1, price }, root, asWhole, kept)).toThrow('is offered for what returns')
  })
})
