import { GOAL_PROFILE, remainingShares } from '@palpite/odds/football'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import type { Quote } from '../betting/read-quotes.ts'
import { priceFixture } from '../catalogue/price-fixture.ts'
import type { CurrentBet } from '../settlement/current-bet-queries.ts'
import { sportsbookSettings } from '../settings.ts'
import { matchStatuses } from '../sports/match-status.ts'
import type { Offer, FixtureState } from '../sports/adapter.ts'
import { sportOf } from '../sports/table.ts'
import { offerFor } from './rules.ts'

// A whole football match by its model, in steps of a few minutes. Computes backwards what a bet is worth to a player
// who cashes out at the best moment, with the house's prices and offers at every score.

const model = { home: 1.6, away: 1.1, rho: 0 }
/** The minutes at which a bet may be cashed out; a goal may fall in between. */
const MINUTES = [0, 20, 45, 65, 80, 92]
/** Scores are capped here. */
const GOALS = 6

type Score = readonly [home: number, away: number]
type Moment = FixtureState & { offers: readonly Offer[] }

const clockOf = (minute: number) => {
  if (minute === 0) return { phase: 'before', minute } as const
  if (minute < 45) return { phase: 'half1', minute } as const
  return minute === 45 ? ({ phase: 'break', minute } as const) : ({ phase: 'half2', minute } as const)
}

const statusOf = (minute: number) =>
  ({
    before: matchStatuses.notOpen,
    half1: matchStatuses.firstHalf,
    break: matchStatuses.midfield,
    half2: matchStatuses.secondHalf,
  })[clockOf(minute).phase]

/** Markets on halves need more than the score: only those of the whole match. */
const isWhole = ({ type, period }: Offer) =>
  period === 'full' && !['football.half_time_full_time', 'football.highest_half'].includes(type)

const fixtureStateAt = (minute: number, [home, away]: Score): FixtureState => ({
  matchStatus: statusOf(minute),
  // The minute shown is the one being played.
  clock: { period: minute < 45 ? 'half1' : 'half2', minute: minute + 1 },
  state:
    minute === 0
      ? null
      : {
          family: 'football',
          score: [home, away],
          halfTime: minute < 45 ? null : [home, away],
          corners: null,
          cards: null,
        },
  runners: [],
})

const keyOf = ({ type, lineQuarters, side }: Offer) => [type, lineQuarters, side].join('/')
const nameOf = (minute: number, [home, away]: Score) => `${minute}/${home}/${away}`

const scores = Array.from({ length: (GOALS + 1) ** 2 }, (_, at): Score => [
  Math.floor(at / (GOALS + 1)),
  at % (GOALS + 1),
])

const placeOf = ([home, away]: Score): number => Math.min(GOALS, home) * (GOALS + 1) + Math.min(GOALS, away)

const moments = new Map<string, Moment>()
beforeAll(() => {
  for (const minute of MINUTES) {
    for (const score of scores) {
      if (minute === 0 && score.some((goals) => goals > 0)) continue
      const fixtureState = fixtureStateAt(minute, score)
      // Every line is kept, so that a bet can be cashed out wherever its line is still priced.
      const rules = { ...sportsbookSettings, maxLines: { match: 99, ahead: 99, part: 99 } }
      const offers = priceFixture({ sport: 'football', model, ...fixtureState }, rules).filter(isWhole)
      moments.set(nameOf(minute, score), { ...fixtureState, offers })
    }
  }
})

const leftAt = (minute: number): number => {
  const { half1, half2 } = remainingShares(clockOf(minute), GOAL_PROFILE)
  return half1 + half2
}

/** Chances of each number of goals of one side between two moments. */
const goalsBetween = (mean: number): number[] =>
  Array.from({ length: GOALS + 1 }, (_, goals) =>
    Array.from({ length: goals }, (_, at) => mean / (at + 1)).reduce(
      (all, one) => all * one,
      Math.exp(-mean),
    ),
  )

type Bet = { market: Offer; code: string; priceMilli: number }
/** Of parts of the stake some are won, some refunded. */
type Resolved = { won: number; refunded: number; of: number }
/** A leg of a bet in the present state of its own match; with a result, if that is over. */
type Leg = { bet: Bet; moment: Moment; resolved?: Resolved | undefined; isBanker?: boolean }

const betOf = (legs: readonly Leg[], folds: readonly number[]): CurrentBet => ({
  id: 1,
  playerId: 1,
  status: 'open',
  unitStakeCents: 10_000,
  folds: [...folds],
  isEachWay: false,
  stakeCents: 10_000,
  cashCents: 10_000,
  bonusCents: 0,
  freeBetId: null,
  boost: null,
  boostCents: 0,
  promises: null,
  insuredCents: 0,
  result: null,
  returnCents: null,
  settledTimes: 0,
  isCancelled: false,
  placedAt: new Date(0),
  legs: legs.map(({ bet: { priceMilli }, resolved, isBanker = false }, at) => ({
    outcomeId: outcomeIdOf(at),
    marketId: 100 * at + 1,
    isBanker,
    priceMilli,
    exposedStakeCents: 10_000,
    exposedReturnCents: 0,
    won: resolved?.won ?? null,
    refunded: resolved?.refunded ?? null,
    parts: resolved?.of ?? null,
    withdrawnPrices: [],
    isHeldUp: false,
  })),
})

/** The outcome of a leg; the others of its match follow it. */
const outcomeIdOf = (leg: number): number => 100_000 * (leg + 1)

/** The quotes of a leg's market and of those beside it; none if its market is not open. */
function quotesOf({ bet, moment: { offers, ...fixtureState } }: Leg, at: number): Quote[] {
  const market = offers.find((one) => keyOf(one) === keyOf(bet.market))
  if (!market) return []
  const beside = offers.filter(
    (one) => one === market || one.type === 'football.1x2' || one.type === bet.market.type,
  )
  return beside.flatMap((one, marketAt) =>
    one.outcomes.map(({ code, priceMilli }, outcomeAt) => {
      const isOwn = one === market && code === bet.code
      return {
        ...fixtureState,
        outcomeId: outcomeIdOf(at) + (isOwn ? 0 : 100 * (marketAt + 1) + outcomeAt),
        marketId: 100 * at + (one === market ? 1 : marketAt + 2),
        fixtureId: at + 1,
        sport: 'football',
        code,
        priceMilli,
        basePriceMilli: priceMilli,
        marketType: one.type,
        period: one.period,
        lineQuarters: one.lineQuarters,
        side: one.side,
        clockPeriod: fixtureState.clock?.period ?? null,
        minute: fixtureState.clock?.minute ?? null,
        marketStatus: 'open',
        isOffered: true,
        isStopped: false,
        hasFeed: true,
        isFeedAlive: true,
        isBeforeStart: true,
        at: new Date(0),
      } as unknown as Quote
    }),
  )
}

/** The house's offer for a bet of these legs, each on a match of its own; 0 if one of them is not on sale. */
function offeredFor(legs: readonly Leg[], folds: readonly number[], model: object | null): number {
  const quotes = legs.map((leg, at) => (leg.resolved ? [] : quotesOf(leg, at)))
  if (legs.some(({ resolved }, at) => !resolved && quotes[at]?.length === 0)) return 0
  const state = {
    quotes: new Map(quotes.flat().map((quote) => [quote.outcomeId, quote])),
    pricedFrom: new Map(
      legs.map((_, at) => [at + 1, { fixtureId: at + 1, model, runners: [], isStopped: false }]),
    ),
  }
  const offer = offerFor(betOf(legs, folds), state, sportsbookSettings)
  return offer.ok ? offer.value.offerCents : 0
}

function resolvedAt({ market, code }: Bet, [home, away]: Score): Resolved {
  const fixtureState = { ...fixtureStateAt(92, [home, away]), matchStatus: matchStatuses.finished }
  return present(sportOf('football').resolve(market, [code], fixtureState).get(code), 'the result of the bet')
}

/** What each cent of the stake returns. */
const factorOf = ({ priceMilli }: Bet, { won, refunded, of }: Resolved): number =>
  ((won * priceMilli) / 1000 + refunded) / of

const paidAt = (bet: Bet, score: Score): number => 10_000 * factorOf(bet, resolvedAt(bet, score))

/** The maximum return of the bet if its match continues from this score, by position. */
const mostFrom = (bet: Bet): number[] => {
  const wide = Array.from({ length: 2 * GOALS + 1 }, (_, goals) => goals)
  const paid = wide.map((home) => wide.map((away) => paidAt(bet, [home, away])))
  return scores.map(([home, away]) => Math.max(...paid.slice(home).flatMap((row) => row.slice(away))))
}

type BestMoment = { worth: number; excess: number; worths: ReadonlyMap<string, number> }

/**
 * The bet's value to a player who cashes out at the best moment, at its start and at every moment; and the largest excess of an
 * offer over the possible return.
 */
function bestMoment(bet: Bet, offerAt: (moment: string) => number): BestMoment {
  const most = mostFrom(bet)
  const worths = new Map<string, number>()
  let excess = 0
  let later = scores.map((score) => paidAt(bet, score))
  let leftAfter = 0
  for (const minute of MINUTES.toReversed()) {
    const left = leftAt(minute)
    const home = goalsBetween((left - leftAfter) * model.home)
    const away = goalsBetween((left - leftAfter) * model.away)
    later = scores.map((score) => {
      const name = nameOf(minute, score)
      if (!moments.has(name)) return 0
      let worth = 0
      for (const [i, first] of home.entries())
        for (const [j, second] of away.entries())
          worth += first * second * (later[placeOf([score[0] + i, score[1] + j])] ?? 0)
      const offer = offerAt(name)
      if (offer > 0) excess = Math.max(excess, offer - (most[placeOf(score)] ?? 0))
      worths.set(name, Math.max(worth, offer))
      return Math.max(worth, offer)
    })
    leftAfter = left
  }
  return { worth: later[0] ?? 0, excess, worths }
}

test.each([
  ['its model', model],
  ['its prices alone', null],
] as const)(
  'no football bet gains by the moment of its cash-out, offered by %s',
  (_, from) => {
    const { offers } = present(moments.get(nameOf(0, [0, 0])), 'the start')
    const bets = offers.flatMap((market) => market.outcomes.map((one) => ({ market, ...one })))
    expect(bets.length).toBeGreaterThan(60)
    // By moment: the model is evaluated once for each.
    const offered = new Map(
      [...moments].map(([name, moment]) => [
        name,
        bets.map((bet) => offeredFor([{ bet, moment }], [1], from)),
      ]),
    )
    for (const [at, bet] of bets.entries()) {
      const { worth, excess } = bestMoment(bet, (moment) => offered.get(moment)?.[at] ?? 0)
      const name = `${keyOf(bet.market)} ${bet.code}`
      expect({ name, worth: Math.max(worth, 10_000), excess: Math.max(excess, 0) }).toEqual({
        name,
        worth: 10_000,
        excess: 0,
      })
    }
  },
  120_000,
)

/** The sum over all combinations of a fold, each the product of its legs' factors; bankers are in every one. */
function summed(factors: readonly { value: number; isBanker: boolean }[], folds: readonly number[]): number {
  const banked = factors.filter(({ isBanker }) => isBanker).reduce((all, { value }) => all * value, 1)
  // By size: the elementary symmetric polynomials.
  const sums = factors
    .filter(({ isBanker }) => !isBanker)
    .reduce<number[]>(
      (all, { value }) => [...all, 0].map((sum, size) => sum + (all[size - 1] ?? 0) * value),
      [1],
    )
  return folds.reduce((all, fold) => all + banked * (sums[fold] ?? 0), 0)
}

/** A leg somewhere in its match, or after it. */
const anyLeg = fc.record({
  bet: fc.nat(),
  minuteAt: fc.nat(MINUTES.length - 1),
  home: fc.nat(3),
  away: fc.nat(3),
  isOver: fc.boolean(),
  isBanker: fc.boolean(),
})

/** What a leg is worth by the best moment of its cash-out, for each cent of its stake, at every moment. */
function worthsBy(from: object | null): (bet: Bet, moment: string) => number {
  const known = new Map<Bet, ReadonlyMap<string, number>>()
  return (bet, moment) => {
    const offerAt = (name: string) =>
      offeredFor([{ bet, moment: present(moments.get(name), 'a moment') }], [1], from)
    const worths = known.get(bet) ?? bestMoment(bet, offerAt).worths
    known.set(bet, worths)
    return (worths.get(moment) ?? 0) / 10_000
  }
}

// A leg is worth what the best moment of its cash-out gives, and no bet starts above its stake (the test above). On different
// matches such worths multiply, and a product of processes that fall on average falls too: an offer below it in every state
// leaves no moment that gains, whatever happened in whichever match.
test.each([
  ['its model', model],
  ['its prices alone', null],
] as const)(
  'no parlay or system gains by the moment of its cash-out, or is offered more than it can return, by %s',
  (_, from) => {
    const { offers } = present(moments.get(nameOf(0, [0, 0])), 'the start')
    const bets = offers.flatMap((market) => market.outcomes.map((one) => ({ market, ...one })))
    const worthOf = worthsBy(from)
    let isOffered = 0
    fc.assert(
      fc.property(
        fc.array(anyLeg, { minLength: 2, maxLength: 4 }),
        fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }),
        (asked, sizes) => {
          const legs = asked.map(({ bet: at, minuteAt, home, away, isOver, isBanker }, place) => {
            const bet = present(bets[at % bets.length], 'a bet')
            // The first leg is open and no banker: a bet of decided legs has no offer, one of bankers no combinations.
            const resolved = isOver && place > 0 ? resolvedAt(bet, [home, away]) : undefined
            const minute = present(MINUTES[minuteAt], 'a minute')
            const score: Score = minute === 0 ? [0, 0] : [home, away]
            const name = nameOf(minute, score)
            const moment = present(moments.get(name), 'a moment')
            const factor = resolved && factorOf(bet, resolved)
            const most = factor ?? (mostFrom(bet)[placeOf(score)] ?? 0) / 10_000
            return {
              leg: { bet, moment, resolved, isBanker: isBanker && place > 0 },
              worth: factor ?? worthOf(bet, name),
              most,
            }
          })
          const free = legs.filter(({ leg }) => !leg.isBanker).length
          const folds = [...new Set(sizes.map((size) => 1 + (size % free)))]
          const offered = offeredFor(
            legs.map(({ leg }) => leg),
            folds,
            from,
          )
          if (offered > 0) isOffered += 1
          const sumOf = (value: 'worth' | 'most') =>
            10_000 *
            summed(
              legs.map((one) => ({ value: one[value], isBanker: one.leg.isBanker })),
              folds,
            )
          expect(offered).toBeLessThanOrEqual(sumOf('worth') + 1)
          expect(offered).toBeLessThanOrEqual(sumOf('most'))
        },
      ),
      { numRuns: 300 },
    )
    expect(isOffered).toBeGreaterThan(50)
  },
)
