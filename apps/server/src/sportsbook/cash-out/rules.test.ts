import { expect, test } from 'vitest'
import type { StandingBet } from '../settlement/index.ts'
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
}

const bet: StandingBet = {
  id: 1,
  playerId: 1,
  status: 'open',
  unitStakeCents: 1000,
  folds: [1],
  isEachWay: false,
  stakeCents: 1000,
  cashCents: 1000,
  bonusCents: 0,
  result: null,
  returnCents: null,
  settledTimes: 0,
  placedAt: new Date(0),
  legs: [leg],
}

test('a bet whose legs are all decided is not bought for less than it is about to return', () => {
  expect(offerFor(bet, new Map(), sportsbookSettings)).toMatchObject({ refusal: { code: 'bet_not_open' } })
})
