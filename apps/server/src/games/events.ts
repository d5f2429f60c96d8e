import * as z from 'zod/mini'
import { defineEvent } from '../platform/events.ts'

/** A round was played and paid. */
export const roundPlayed = defineEvent(
  'round.played',
  z.object({
    playerId: z.int(),
    roundId: z.int(),
    game: z.string(),
    stakeCents: z.int(),
    payoutCents: z.int(),
  }),
)
