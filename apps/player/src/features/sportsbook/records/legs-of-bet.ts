import { winLegs } from '../bet-kind.ts'
import { selectionOf } from '../selection-of.ts'
import type { SlipLeg } from '../slip-store.ts'
import type { Bet } from './bet.ts'

/**
 * A bet's selections as slip legs at their taken prices, so the slip shows how far each moved. An each-way bet is
 * repeated on the win market; a bet builder is repriced.
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

/** The bet's slip; nothing is placed before confirmation. */
export const slipOfBet = (bet: Bet) => ({
  legs: legsOfBet(bet),
  ...(bet.kind === 'single' ? {} : { mode: bet.kind }),
  isEachWay: bet.isEachWay,
  ...(bet.kind === 'system' ? { folds: bet.folds } : {}),
})
