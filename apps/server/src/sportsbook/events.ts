import { defineEvent } from '../platform/events.ts'

/**
 * A bet was taken, and its stake with it. `stakeCents`: what its player staked, of a free bet nothing; `bonusStakeCents`: how
 * much of that was bonus money.
 */
export const betPlaced = defineEvent<{
  playerId: number
  betId: number
  stakeCents: number
  bonusStakeCents: number
}>('bet.placed')

/** A bet was settled, for the first time or anew; `result` is a code of the specification. */
export const betSettled = defineEvent<{
  playerId: number
  betId: number
  result: number
  returnCents: number
  stakeCents: number
}>('bet.settled')

/** An open bet is worth what its player wanted to be told at; it is not sold. */
export const cashOutReached = defineEvent<{
  playerId: number
  betId: number
  levelCents: number
  offerCents: number
}>('cashout.reached')

/** An open bet was sold at the level that its player had set, for what it was worth then. */
export const cashOutSold = defineEvent<{
  playerId: number
  betId: number
  result: number
  levelCents: number
  paidCents: number
}>('cashout.sold')

/**
 * A match or its markets changed. `version` is the fixture's after the change; `marketIds` are the markets whose
 * status or prices it touched, none when only the match went on; `newMarketIds`, of those, did not exist before.
 */
export const marketChanged = defineEvent<{
  fixtureId: number
  version: number
  marketIds: number[]
  newMarketIds: number[]
}>('market.changed')
