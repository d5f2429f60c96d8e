import * as z from 'zod/mini'
import { defineEvent } from '../platform/events.ts'

/** What a player has now. Of two of one player the greater `version` is the newer. */
export const balanceChanged = defineEvent(
  'balance.changed',
  z.object({ playerId: z.int(), cashCents: z.int(), bonusCents: z.int(), version: z.int() }),
)
