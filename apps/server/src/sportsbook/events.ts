import { defineEvent } from '../platform/events.ts'

/**
 * A bet was placed, and its stake debited. `stakeCents`: the player's stake, zero for a free bet; `bonusStakeCents`:
 * its part in bonus money.
 */
export const betPlaced = defineEvent<{
  playerId: number
  betId: number
  stakeCents: number
  bonusStakeCents: number
}>('bet.placed')

/** A bet was settled, for the first time or again; `result` is a code of the specification. */
export const betSettled = defineEvent<{
  playerId: number
  betId: number
  result: number
  returnCents: number
  stakeCents: number
  /** The part of the return that paid a debt of the player; absent if none did. */
  repaidCents?: number
}>('bet.settled')

/** An open bet has reached its notify trigger; it is not cashed out. */
export const cashOutReached = defineEvent<{
  playerId: number
  betId: number
  levelCents: number
  offerCents: number
}>('cashout.reached')

/** An open bet was cashed out automatically at its trigger, for its value at that moment. */
export const cashOutSold = defineEvent<{
  playerId: number
  betId: number
  result: number
  levelCents: number
  paidCents: number
  /** The part of it that paid a debt of the player; absent if none did. */
  repaidCents?: number
}>('cashout.sold')

/**
 * A match or its markets changed. `version` is the fixture's after the change; `marketIds` are the markets with
 * changed status or prices, empty if only the match advanced; `newMarketIds`, among those, are new.
 */
export const marketChanged = defineEvent<{
  fixtureId: number
  version: number
  marketIds: number[]
  newMarketIds: number[]
}>('market.changed')
