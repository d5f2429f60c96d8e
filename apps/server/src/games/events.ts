import * as z from 'zod/mini'
import { defineEvent } from '../platform/events.ts'

/** A round that many share opened, took bets, was drawn or has ended. */
export const sharedRoundChanged = defineEvent('draw.changed', z.object({ room: z.string() }))

/** A round of a studio ended: what was staked in it is settled. */
export const studioRoundEnded = defineEvent(
  'studio.ended',
  z.object({
    playerId: z.int(),
    game: z.string(),
    roundId: z.string(),
    stakeCents: z.int(),
    bonusStakeCents: z.int(),
    payoutCents: z.int(),
  }),
)

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
