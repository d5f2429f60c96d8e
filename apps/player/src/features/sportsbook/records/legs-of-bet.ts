import { winLegs } from '../bet-kind.ts'
import { selectionOf } from '../selection-of.ts'
import type { SlipLeg } from '../slip-store.ts'
import type { Bet } from './bet.ts'

/**
 * The selections of a bet as the slip has them, at the prices they were taken at, so that the slip tells how far each
 * has moved since. An each-way bet is repeated on who wins; a bet builder is priced anew as the slip watches it.
 */
const legsOfBet = (bet: Bet): SlipLeg[] =>
  winLegs(bet).map((leg) => ({
    outcomeId: leg.outcomeId,
    fixtureId: leg.fixtureId,
    home: leg.home,
    away: leg.away,
    title: leg.title,
    simulated: leg.simulated,
    marketType: leg.marketType,
    period: leg.period,
    lineQuarters: leg.lineQuarters,
    side: leg.side,
    code: leg.code,
    name: leg.name,
    priceMilli: leg.priceMilli,
    ...(leg.isBanker && { isBanker: true }),
    ...(leg.selections && { selections: leg.selections.map(selectionOf) }),
  }))

/** The slip as this bet was; nothing is placed before its player says so. */
export const slipOfBet = (bet: Bet) => ({
  legs: legsOfBet(bet),
  ...(bet.kind === 'single' ? {} : { mode: bet.kind }),
  isEachWay: bet.isEachWay,
  ...(bet.kind === 'system' ? { folds: bet.folds } : {}),
})
