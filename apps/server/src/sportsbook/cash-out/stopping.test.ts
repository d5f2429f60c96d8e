import { GOAL_PROFILE, remainingShares } from '@palpite/odds/football'
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

const betOf = ({ priceMilli }: Bet): CurrentBet => ({
  id: 1,
  playerId: 1,
  status: 'open',
  unitStakeCents: 10_000,
  folds: [1],
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
  legs: [
    {
      outcomeId: 1,
      marketId: 1,
      isBanker: false,
      priceMilli,
      exposedStakeCents: 10_000,
      exposedReturnCents: 0,
      won: null,
      refunded: null,
      parts: null,
      withdrawnPrices: [],
      isHeldUp: false,
    },
  ],
})

/** The house's offer for the bet; undefined if its market is not open. */
function offeredAt(bet: Bet, { offers, ...fixtureState }: Moment, model: object | null): number {
  const market = offers.find((one) => keyOf(one) === keyOf(bet.market))
  if (!market) return 0
  const beside = offers.filter(
    (one) => one === market || one.type === 'football.1x2' || one.type === bet.market.type,
  )
  const quotes = beside.flatMap((one, marketAt) =>
    one.outcomes.map(({ code, priceMilli }, at) => {
      const isOwn = one === market && code === bet.code
      return {
        ...fixtureState,
        outcomeId: isOwn ? 1 : 100 * (marketAt + 1) + at,
        marketId: one === market ? 1 : marketAt + 2,
        fixtureId: 1,
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
  const state = {
    quotes: new Map(quotes.map((quote) => [quote.outcomeId, quote])),
    pricedFrom: new Map([[1, { fixtureId: 1, model, runners: [], isStopped: false }]]),
  }
  const offer = offerFor(betOf(bet), state, sportsbookSettings)
  return offer.ok ? offer.value.offerCents : 0
}

function paidAt({ market, code, priceMilli }: Bet, [home, away]: Score): number {
  const fixtureState = { ...fixtureStateAt(92, [home, away]), matchStatus: matchStatuses.finished }
  const { won, refunded, of } = present(
    sportOf('football').resolve(market, [code], fixtureState).get(code),
    'the result of the bet',
  )
  return (10_000 * ((won * priceMilli) / 1000 + refunded)) / of
}

/** The maximum return of the bet if its match continues from this score, by position. */
const mostFrom = (bet: Bet): number[] => {
  const wide = Array.from({ length: 2 * GOALS + 1 }, (_, goals) => goals)
  const paid = wide.map((home) => wide.map((away) => paidAt(bet, [home, away])))
  return scores.map(([home, away]) => Math.max(...paid.slice(home).flatMap((row) => row.slice(away))))
}

/**
 * The bet's value to a player who cashes out at the best moment; and the largest excess of an offer over the possible
 * return.
 */
function bestMoment(bet: Bet, offerAt: (moment: string) => number): { worth: number; excess: number } {
  const most = mostFrom(bet)
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
      return Math.max(worth, offer)
    })
    leftAfter = left
  }
  return { worth: later[0] ?? 0, excess }
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
      [...moments].map(([name, moment]) => [name, bets.map((bet) => offeredAt(bet, moment, from))]),
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
