import * as z from 'zod/mini'
import { defineEvent } from '../platform/events.ts'

/** A bet was taken, and its stake with it. */
export const betPlaced = defineEvent(
  'bet.placed',
  /** `stakeCents`: what its player staked, of a free bet nothing; `bonusStakeCents`: how much of that was bonus money. */
  z.object({ playerId: z.int(), betId: z.int(), stakeCents: z.int(), bonusStakeCents: z.int() }),
)

/** A bet was settled, for the first time or anew; `result` is a code of the specification. */
export const betSettled = defineEvent(
  'bet.settled',
  z.object({
    playerId: z.int(),
    betId: z.int(),
    result: z.int(),
    returnCents: z.int(),
    stakeCents: z.int(),
  }),
)

/** An open bet is worth what its player wanted to be told at; it is not sold. */
export const cashOutReached = defineEvent(
  'cashout.reached',
  z.object({ playerId: z.int(), betId: z.int(), levelCents: z.int(), offerCents: z.int() }),
)

/** An open bet was sold at the level that its player had set, for what it was worth then. */
export const cashOutSold = defineEvent(
  'cashout.sold',
  z.object({
    playerId: z.int(),
    betId: z.int(),
    result: z.int(),
    levelCents: z.int(),
    paidCents: z.int(),
  }),
)

/**
 * A match or its markets changed. `version` is the fixture's after the change; `marketIds` are the markets whose
 * status or prices it touched, none when only the match went on; `newMarketIds`, of those, did not exist before.
 */
export const marketChanged = defineEvent(
  'market.changed',
  z.object({
    fixtureId: z.int(),
    version: z.int(),
    marketIds: z.array(z.int()),
    newMarketIds: z.array(z.int()),
  }),
)
