import { winLegs } from '../bet-kind.ts'
import type { SlipLeg } from '../slip-store.ts'
import type { Bet } from './bet.ts'

/**
 * The selections of a bet as the slip has them, at the prices they were taken at, so that the slip tells how far each
 * has moved since. An each-way bet is repeated on who wins. None of a bet builder: it is built and priced anew on its match.
 */
export const legsOfBet = (bet: Bet): SlipLeg[] =>
  winLegs(bet)
    .filter(({ selections }) => selections === null)
    .map((leg) => ({
      outcomeId: leg.outcomeId,
      fixtureId: leg.fixtureId,
      home: leg.home,
      away: leg.away,
      title: leg.title,
      simulated: leg.simulated,
      marketType: leg.marketType,
      period: leg.period,
      lineQuarters: leg.lineQuarters,
      code: leg.code,
      name: leg.name,
      priceMilli: leg.priceMilli,
    }))
