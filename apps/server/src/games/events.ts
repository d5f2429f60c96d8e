import * as z from 'zod/mini'
import { defineEvent } from '../platform/events.ts'

/** A round that many share opened, took bets, was drawn or has ended. */
export const sharedRoundChanged = defineEvent('draw.changed', z.object({ room: z.string() }))

/** A round was played and paid. */
export const roundPlayed = defineEvent(
  'round.played',
  z.object({
    playerId: z.int(),
    roundId: z.int(),
    game: z.string(),
    stakeCents: z.int(),
    /** How much of the stake was bonus money. */
    bonusStakeCents: z.int(),
    payoutCents: z.int(),
  }),
)
