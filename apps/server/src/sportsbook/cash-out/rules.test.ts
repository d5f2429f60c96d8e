import { expect, test } from 'vitest'
import type { CurrentBet } from '../settlement/current-bet-queries.ts'
import type { Quote } from '../betting/read-quotes.ts'
import { sportsbookSettings } from '../settings.ts'
import { offerFor } from './rules.ts'

const leg = {
  outcomeId: 1,
  marketId: 1,
  isBanker: false,
  priceMilli: 2000,
  exposedStakeCents: 1000,
  exposedReturnCents: 2000,
  won: 1,
  refunded: 0,
  parts: 1,
  withdrawnPrices: [],
  isHeldUp: false,
}

const bet: CurrentBet = {
  id: 1,
  playerId: 1,
  status: 'open',
  unitStakeCents: 1000,
  folds: [1],
  isEachWay: false,
  stakeCents: 1000,
  cashCents: 1000,
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
  legs: [leg],
}

test('a bet whose legs are all decided is not cashed out below its coming return', () => {
  expect(offerFor(bet, { quotes: new Map(), pricedFrom: new Map() }, sportsbookSettings)).toMatchObject({
    refusal: { code: 'bet_not_open' },
  })
})

test('a bet on a runner is valued at its price less the withdrawn ones’ share, and withdrawn runners have no chance', () => {
  const quote = (outcomeId: number, priceMilli: number, isOffered: boolean) =>
    [
      outcomeId,
      {
        outcomeId,
        priceMilli,
        basePriceMilli: priceMilli,
        isOffered,
        code: String(outcomeId),
        sport: 'racing',
        fixtureId: 1,
        clockPeriod: null,
        minute: null,
        state: null,
        period: 'full',
        side: null,
        marketId: 1,
        marketType: 'racing.win',
        lineQuarters: null,
        marketStatus: 'open',
        hasFeed: true,
        matchStatus: 0,
        isBeforeStart: true,
        at: new Date(0),
      } as Quote,
    ] as const
  const open = { ...leg, won: null, refunded: null, parts: null, priceMilli: 5000 }
  // The favourite at 2.00 is out: 45 percent of the winnings are deducted, and the two left have half a chance each.
  const quotes = new Map([quote(1, 1800, true), quote(2, 1800, true), quote(3, 2000, false)])
  const held = { ...bet, legs: [{ ...open, withdrawnPrices: [2000] }] }
  const runners = [1, 2, 3].map((place) => ({ place, isWithdrawn: place === 3 }))
  const pricedFrom = new Map([[1, { fixtureId: 1, model: null, runners, isStopped: false }]])
  expect(offerFor(held, { quotes, pricedFrom }, sportsbookSettings)).toMatchObject({
    value: { fairCents: 1600, offerCents: 1520 },
  })
})
