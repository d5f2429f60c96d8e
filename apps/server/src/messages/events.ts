import * as z from 'zod/mini'
import { defineEvent } from '../platform/events.ts'

/** A message stands in a player's message centre. */
export const messageWritten = defineEvent(
  'message.written',
  z.object({ messageId: z.int(), playerId: z.int(), kind: z.string() }),
)

/** Something happened in a player's chat with the house. `by` did it. */
export const supportChanged = defineEvent(
  'support.changed',
  z.object({
    playerId: z.int(),
    what: z.enum(['said', 'read', 'typing', 'closed']),
    by: z.enum(['player', 'operator']),
  }),
)
