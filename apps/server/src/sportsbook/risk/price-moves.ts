import type { Sport } from '@palpite/odds'
import type { PriceMove } from '../settings.ts'

/** What bets on an outcome come to, and how its market is moved by them. */
export type Taken = {
  sport: string
  type: string
  /** What its open bets would return, and what is staked on its whole market. */
  returnCents: number
  marketStakeCents: number
  /** An operator has this market's prices stay where they are. */
  isKept: boolean
}

/**
 * By how much what was bet shortens an outcome, in hundredths of a percent of its chance: a little for each step of what
 * the house would lose if it won, up to a bound. The last rule in force that speaks of the market counts; without one,
 * and where it moves nothing, prices stay. What was bet is all that counts: once it is gone, so is the move.
 */
export function shortenedBps(taken: Taken, rules: readonly PriceMove[], at: Date): number {
  const rule = rules.findLast((one) => appliesTo(one, taken) && isInForce(one, at))
  if (!rule || taken.isKept) return 0
  const steps = Math.floor(Math.max(0, taken.returnCents - taken.marketStakeCents) / rule.stepCents)
  return Math.min(steps * rule.moveBps, rule.maxBps)
}

const appliesTo = ({ sports, marketTypes }: PriceMove, { sport, type }: Taken): boolean =>
  (sports.length === 0 || sports.includes(sport as Sport)) &&
  (marketTypes.length === 0 || marketTypes.includes(type))

const isInForce = ({ from, until }: PriceMove, at: Date): boolean =>
  new Date(from) <= at && at < new Date(until)
